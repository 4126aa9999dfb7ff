import { beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { type Answer, documentPath, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const CODE = "ACME-2291-77";
const RULES = [{ id: "acme-code", name: "Acme code", pattern: "ACME-\\d{4}-\\d{2}" }];
const ANY_RULES = [{ id: "six-digits", pattern: "\\b\\d{6}\\b" }];

let organization: Organization;
beforeAll(async () => {
  organization = await newOrganization();
});

const settings = (tag: string, body: unknown) => organization.call("PATCH", `/v1/containers/${tag}`, { body });
const memory = (tag: string, body: unknown) => organization.call("POST", `/v1/containers/${tag}/memory`, { body });
const put = (tag: string, customId: string, body: unknown) =>
  organization.call("PUT", documentPath(tag, customId), { body });
const edit = (tag: string, customId: string, edits: unknown) =>
  organization.call("POST", `${documentPath(tag, customId)}/edits`, { body: { edits } });
const batch = (tag: string, operations: unknown) =>
  organization.call("POST", "/v1/batch", { body: { containerTag: tag, operations } });
const contentOf = async (tag: string, customId: string) =>
  (await organization.call("GET", documentPath(tag, customId))).body.content;
const trips = ({ headers }: Answer) => Number(/roundtrips;desc="(\d+)"/.exec(headers.get("server-timing") ?? "")?.[1]);

async function container(body: Readonly<Record<string, unknown>> = { secretRules: RULES }): Promise<string> {
  const tag = `rules:${crypto.randomUUID()}`;
  expect((await settings(tag, body)).status).toBe(200);
  return tag;
}

describe("a container's own rules", () => {
  test("are answered as they were sent, replaced whole and taken away", async () => {
    const tag = await container({ secretRules: [{ ...RULES[0], keywords: ["Acme"], flags: "i", entropy: 1.5 }] });
    const { body } = await organization.call("GET", `/v1/containers/${tag}`);
    expect(body).toMatchObject({ internalHostRules: false, disabledRules: [] });
    expect(body.secretRules).toEqual([{ ...RULES[0], keywords: ["Acme"], flags: "i", entropy: 1.5 }]);
    expect((await settings(tag, { secretRules: ANY_RULES })).body.secretRules).toEqual(ANY_RULES);
    expect((await settings(tag, { maxBytes: null })).body.secretRules).toEqual(ANY_RULES);
    expect((await settings(tag, { secretRules: [] })).body.secretRules).toEqual([]);
    expect((await put(tag, "a", { content: CODE })).status).toBe(201);
  });

  test.each([
    ["a pattern that is no expression", [{ id: "x", pattern: "(a" }], "secretRules[0].pattern"],
    ["a back reference", [{ id: "x", pattern: "(a)\\1" }], "secretRules[0].pattern"],
    ["a look-ahead", [...RULES, { id: "x", pattern: "a(?=b)" }], "secretRules[1].pattern"],
    ["one that matches nothing", [{ id: "x", pattern: "a*" }], "secretRules[0].pattern"],
    ["one that is too large", [{ id: "x", pattern: "(?:a{100}){100}" }], "secretRules[0].pattern"],
    ["an id twice", [...RULES, ...RULES], "secretRules[1].id"],
    ["the id of a built-in rule", [{ id: "github-token", pattern: "abc" }], "secretRules[0].id"],
    ["an id of other characters", [{ id: "A b", pattern: "abc" }], "secretRules[0].id"],
    ["other flags", [{ id: "x", pattern: "abc", flags: "g" }], "secretRules[0].flags"],
    ["51 rules", Array.from({ length: 51 }, (_, n) => ({ id: `r${n}`, pattern: "abc" })), "secretRules"],
    [
      "patterns too large together",
      Array.from({ length: 20 }, (_, n) => ({ id: `r${n}`, pattern: "a{900}" })),
      "secretRules",
    ],
    ["1,001 characters", [{ id: "x", pattern: "a".repeat(1_001) }], "secretRules[0].pattern"],
  ])("are refused with the place and the reason: %s", async (_name, secretRules, path) => {
    const tag = await container({ secretPolicy: "block" });
    const { status, body } = await settings(tag, { secretRules });
    expect({ status, path: body.errors[0].path }).toEqual({ status: 422, path });
    expect((await organization.call("GET", `/v1/containers/${tag}`)).body.secretRules).toEqual([]);
  });

  const writes: Record<string, (tag: string, code: string) => Promise<Answer>> = {
    "the content of a new document": (tag, code) => put(tag, "new", { content: `a\nb ${code}` }),
    "the content of an existing one": (tag, code) => put(tag, "doc", { content: code }),
    "a PATCH by id": async (tag, code) => {
      const { body } = await organization.call("GET", documentPath(tag, "doc"));
      return organization.call("PATCH", `/v1/documents/${body.id}`, { body: { content: code } });
    },
    metadata: (tag, code) => put(tag, "doc", { metadata: { deep: [{ note: code }] } }),
    "a tag": (tag, code) => put(tag, "doc", { tags: [code] }),
    "a source": (tag, code) => put(tag, "doc", { source: code }),
    "an edit": (tag, code) => edit(tag, "doc", [{ oldStr: "plain", newStr: code }]),
    "an edit that completes it": (tag, code) => edit(tag, "doc", [{ oldStr: "HALF", newStr: code.slice(7) }]),
    "an insert": (tag, code) => edit(tag, "doc", [{ insertLine: 0, insertText: code }]),
    "a batch's upsert": (tag, code) => batch(tag, [{ op: "upsert", customId: "other", content: code }]),
    "a batch's edit": (tag, code) => batch(tag, [{ op: "edit", customId: "doc", edits: [{ append: ` ${code}` }] }]),
    "the tool's create": (tag, code) => memory(tag, { command: "create", path: "/memories/n", file_text: code }),
    "the tool's str_replace": (tag, code) =>
      memory(tag, { command: "str_replace", path: "/memories/m", old_str: "text", new_str: code }),
    "the tool's insert": (tag, code) =>
      memory(tag, { command: "insert", path: "/memories/m", insert_line: 0, insert_text: code }),
  };
  const nameWrites: Record<string, (tag: string, code: string) => Promise<Answer>> = {
    "a customId": (tag, code) => put(tag, code, { content: "x" }),
    "the destination of a rename": (tag, code) =>
      organization.call("POST", `/v1/containers/${tag}/rename`, { body: { from: "doc", to: code } }),
    "a batch's rename": (tag, code) => batch(tag, [{ op: "rename", from: "doc", to: code }]),
    "the tool's rename": (tag, code) =>
      memory(tag, { command: "rename", old_path: "/memories/m", new_path: `/memories/${code}` }),
  };

  async function prepared(secretPolicy: string): Promise<string> {
    const tag = await container({ secretPolicy });
    await put(tag, "doc", { content: "plain ACME-22HALF" });
    await memory(tag, { command: "create", path: "/memories/m", file_text: "some text" });
    await settings(tag, { secretRules: RULES });
    return tag;
  }

  async function everything(tag: string): Promise<string> {
    return JSON.stringify((await organization.call("GET", `/v1/containers/${tag}/documents?fields=content`)).body);
  }

  test.each(Object.entries({ ...writes, ...nameWrites }))("refuse in %s, in two round trips", async (_name, write) => {
    const tag = await prepared("block");
    const before = await everything(tag);
    const answer = await write(tag, CODE);
    if (answer.status === 200) expect(answer.body).toMatchObject({ isError: true, content: /acme-code/ });
    else expectProblem(answer, 422, "secret_detected");
    expect(JSON.stringify(answer.body)).not.toContain(CODE);
    expect(trips(answer)).toBeLessThanOrEqual(2);
    expect(await everything(tag)).toBe(before);
  });

  test.each(Object.entries(writes))("redact in %s", async (_name, write) => {
    const tag = await prepared("redact");
    const answer = await write(tag, CODE);
    expect(answer.status).toBeLessThan(300);
    expect(trips(answer)).toBeLessThanOrEqual(2);
    const text = await everything(tag);
    expect(text).not.toContain(CODE);
    expect(text).toContain("[redacted:acme-code]");
  });

  test.each(Object.entries({ ...writes, ...nameWrites }))("let through, and note, in %s", async (_name, write) => {
    const tag = await prepared("allow");
    expect((await write(tag, CODE)).status).toBeLessThan(300);
    expect(await everything(tag)).toContain(CODE);
    const { body } = await organization.call("GET", `/v1/findings?containerTag=${tag}`);
    expect(body.findings).toMatchObject([{ rule: "acme-code", policy: "allow", containerTag: tag }]);
  });

  test("cost a second round trip only where text holds what one of them needs", async () => {
    const tag = await container();
    expect(trips(await put(tag, "a", { content: "nothing of theirs" }))).toBe(1);
    expect(trips(await edit(tag, "a", [{ oldStr: "nothing", newStr: "none" }]))).toBe(1);
    expect(trips(await put(tag, "a", { content: "ACME-x" }))).toBe(2);
    expect(await contentOf(tag, "a")).toBe("ACME-x");
    await settings(tag, { secretRules: ANY_RULES });
    expect(trips(await put(tag, "a", { content: "no literal is needed" }))).toBe(2);
    expectProblem(await put(tag, "a", { content: "pin 123456" }), 422, "secret_detected");
  });

  test("hold under an Idempotency-Key, which keeps the last answer alone", async () => {
    const tag = await container();
    const send = (content: string, key: string) =>
      organization.call("PUT", documentPath(tag, "a"), { body: { content }, headers: { "idempotency-key": key } });
    for (const isReplayed of [null, "true"]) {
      const refused = await send(CODE, `${tag} refused`);
      expectProblem(refused, 422, "secret_detected");
      const done = await send("ACME-x", `${tag} done`);
      expect(done.status).toBe(201);
      expect([refused, done].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([
        isReplayed,
        isReplayed,
      ]);
    }
  });

  test("hold for what is restored under them, for a new name, and for a proposal when it is approved", async () => {
    const tag = await container({ secretPolicy: "block" });
    await put(tag, "doc", { content: CODE });
    await put(tag, "doc", { content: "clean" });
    const proposer = await organization.newKey({ scopes: ["documents:propose"] });
    const proposed = await organization.call("PUT", documentPath(tag, "p"), { key: proposer, body: { content: CODE } });
    expect(proposed.status).toBe(202);
    await settings(tag, { secretRules: RULES });
    const restore = (body: unknown) => organization.call("POST", `${documentPath(tag, "doc")}/restore`, { body });
    expectProblem(await restore({ version: 1 }), 422, "secret_detected");
    const approve = () => organization.call("POST", `/v1/proposals/${proposed.body.id}/approve`, { body: {} });
    expectProblem(await approve(), 422, "secret_detected");
    await settings(tag, { secretPolicy: "redact" });
    expect((await restore({ version: 1 })).body.content).toBe("[redacted:acme-code]");
    expect((await approve()).status).toBe(200);
    expect(await contentOf(tag, "p")).toBe("[redacted:acme-code]");
    await organization.call("DELETE", documentPath(tag, "doc"));
    expectProblem(await restore({ version: 2, customId: CODE }), 422, "secret_detected");
  });

  test("keep to their keywords, their flags and their floor of entropy", async () => {
    const rule = (more: object) => container({ secretRules: [{ id: "own", pattern: "code [a-z]{8}", ...more }] });
    const isStored = async (tag: Promise<string>, content: string) =>
      (await put(await tag, "a", { content })).status < 300;
    expect(await isStored(rule({}), "Code abcdefgh")).toBe(true);
    expect(await isStored(rule({ flags: "i" }), "Code ABCDEFGH")).toBe(false);
    expect(await isStored(rule({ keywords: ["Launch"] }), "code abcdefgh")).toBe(true);
    expect(await isStored(rule({ keywords: ["Launch"] }), "LAUNCH: code abcdefgh")).toBe(false);
    expect(await isStored(rule({ entropy: 3 }), "code aaaaaaaa")).toBe(true);
    expect(await isStored(rule({ entropy: 3 }), "code abcdefgh")).toBe(false);
  });
});

test("names of internal hosts are let through until the container says otherwise", async () => {
  const tag = await container({ secretPolicy: "redact" });
  const content = "ssh db1.prod.internal, or 10.0.3.4";
  await put(tag, "a", { content });
  expect(await contentOf(tag, "a")).toBe(content);
  await settings(tag, { internalHostRules: true });
  expect(trips(await put(tag, "b", { content: "no host here" }))).toBe(1);
  await put(tag, "a", { content });
  expect(await contentOf(tag, "a")).toBe("ssh [redacted:internal-host], or [redacted:private-address]");
});

test("a built-in rule that is disabled finds nothing, in the same round trip", async () => {
  const secret = ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_");
  const tag = await container({ secretPolicy: "block" });
  const { body } = await put(tag, "a", { content: secret });
  const [{ rule }] = body.findings;
  expect((await settings(tag, { disabledRules: [rule] })).body.disabledRules).toEqual([rule]);
  const answer = await put(tag, "a", { content: secret });
  expect({ status: answer.status, trips: trips(answer) }).toEqual({ status: 201, trips: 1 });
  expectProblem(await settings(tag, { disabledRules: ["no-such-rule"] }), 422, "validation_failed");
  const sql = asOwner();
  expect(await sql`select count(*)::integer as kept from stela.findings where container_tag = ${tag}`).toEqual([
    { kept: 1 },
  ]);
});
