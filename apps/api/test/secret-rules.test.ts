import { beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { type Answer, documentPath, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const CODE = "ACME-2291-77";
const RULES = [{ id: "acme-code", name: "Acme code", pattern: "ACME-\\d{4}-\\d{2}" }];
const ANY_RULES = [{ id: "six-digits", pattern: "\\b\\d{6}\\b" }];

let organization: Organization;
let proposer: string;
beforeAll(async () => {
  organization = await newOrganization();
  proposer = await organization.newKey({ scopes: ["documents:propose"] });
});

const settings = (tag: string, body: unknown) => organization.call("PATCH", `/v1/containers/${tag}`, { body });
const memory = (tag: string, body: unknown) => organization.call("POST", `/v1/containers/${tag}/memory`, { body });
const put = (tag: string, customId: string, body: unknown) =>
  organization.call("PUT", documentPath(tag, customId), { body });
const edit = (tag: string, customId: string, edits: unknown) =>
  organization.call("POST", `${documentPath(tag, customId)}/edits`, { body: { edits } });
const batch = (tag: string, operations: unknown) =>
  organization.call("POST", "/v1/batch", { body: { containerTag: tag, operations } });
const remember = (tag: string, fact: object, options = {}) =>
  organization.call("POST", "/v1/facts", {
    body: { containerTag: tag, facts: [{ category: "project_fact", importance: 3, ...fact }] },
    ...options,
  });
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
    "a fact": (tag, code) => remember(tag, { content: `The door opens with ${code}` }),
    "a fact's tag": (tag, code) => remember(tag, { content: "The door opens with a code", tags: [code] }),
    "a fact's source": (tag, code) => remember(tag, { content: "The door opens with a code", source: code }),
    "a fact that is proposed": (tag, code) =>
      remember(tag, { content: `The door opens with ${code}` }, { key: proposer }),
  };
  const nameWrites: Record<string, (tag: string, code: string) => Promise<Answer>> = {
    "a customId": (tag, code) => put(tag, code, { content: "x" }),
    "the destination of a rename": (tag, code) =>
      organization.call("POST", `/v1/containers/${tag}/rename`, { body: { from: "doc", to: code } }),
    "a batch's rename": (tag, code) => batch(tag, [{ op: "rename", from: "doc", to: code }]),
    "the tool's rename": (tag, code) =>
      memory(tag, { command: "rename", old_path: "/memories/m", new_path: `/memories/${code}` }),
    "a fact's key": (tag, code) => remember(tag, { content: "The door opens with a code", key: code }),
    "the key of a fact that is proposed": (tag, code) =>
      remember(tag, { content: "The door opens with a code", key: code }, { key: proposer }),
  };

  async function prepared(secretPolicy: string): Promise<string> {
    const tag = await container({ secretPolicy });
    await put(tag, "doc", { content: "plain ACME-22HALF" });
    await memory(tag, { command: "create", path: "/memories/m", file_text: "some text" });
    await settings(tag, { secretRules: RULES });
    return tag;
  }

  async function everything(tag: string): Promise<string> {
    const { body } = await organization.call("GET", `/v1/containers/${tag}/documents?fields=content`);
    const { proposals } = (await organization.call("GET", `/v1/proposals?containerTag=${tag}`)).body;
    const proposed = proposals.map(({ id }: { id: string }) => organization.call("GET", `/v1/proposals/${id}`));
    return JSON.stringify([body, ...(await Promise.all(proposed)).map((answer) => answer.body)]);
  }

  test.each(Object.entries({ ...writes, ...nameWrites }))("refuse in %s, in two round trips", async (_name, write) => {
    const tag = await prepared("block");
    const before = await everything(tag);
    const answer = await write(tag, CODE);
    if (answer.body.results !== undefined) {
      const findings = [{ id: expect.any(String), path: expect.stringMatching(/^facts\[0\]\./), rule: "acme-code" }];
      expect(answer.body.results).toMatchObject([{ outcome: "skipped", reason: "secret", findings }]);
    } else if (answer.status === 200) expect(answer.body).toMatchObject({ isError: true, content: /acme-code/ });
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

  test("cost facts a second round trip, or the one in which they are told what is known", async () => {
    const tag = await container({ secretPolicy: "block", secretRules: RULES });
    expect(trips(await remember(tag, { content: "The office is in the old harbour" }))).toBe(1);
    expect(trips(await remember(tag, { content: "The ACME-x robot paints the doors" }))).toBe(2);
    expect(trips(await remember(tag, { content: "The ACME-x robot paints the doors" }))).toBe(2);
    const question = await remember(tag, { content: `What opens with ${CODE}?` });
    expect({ trips: trips(question), result: question.body.results[0] }).toMatchObject({
      trips: 2,
      result: { outcome: "skipped", reason: "secret" },
    });
    const [older] = (await remember(tag, { content: "Lives in Oslo", key: "city" })).body.results;
    await settings(tag, { secretRules: [{ id: "oslo", pattern: "in Oslo" }] });
    const moved = await remember(tag, { content: "Does not live in Oslo any more" });
    expect(moved.body.results).toMatchObject([{ outcome: "skipped", reason: "secret" }]);
    const { body } = await remember(tag, { content: "Lives in Bergen", key: "city", source: "the letter" });
    expect(body.results).toMatchObject([{ outcome: "updated", document: { id: older.document.id, version: 2 } }]);
  });

  test("hold for each of many facts by itself, and let what supersedes another be as it is", async () => {
    const tag = await container({ secretPolicy: "allow", secretRules: [] });
    await remember(tag, { content: `Drinks coffee with ${CODE} every morning` });
    await settings(tag, { secretPolicy: "block", secretRules: RULES });
    const { body } = await organization.call("POST", "/v1/facts", {
      body: {
        containerTag: tag,
        facts: [
          { category: "project_fact", importance: 3, content: "Drinks coffee no longer every morning" },
          { category: "project_fact", importance: 3, content: `The cellar opens with ${CODE}` },
          { category: "project_fact", importance: 3, content: "The violin hangs in the hallway" },
        ],
      },
    });
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["superseded", "skipped", "added"]);
  });

  test("hold for a proposed fact when it is approved", async () => {
    const tag = await container({ secretPolicy: "block", secretRules: [] });
    const { body } = await remember(tag, { content: `The door opens with ${CODE}` }, { key: proposer });
    expect(body.results).toMatchObject([{ outcome: "proposed" }]);
    await settings(tag, { secretRules: RULES });
    const approve = () =>
      organization.call("POST", `/v1/proposals/${body.results[0].proposalId}/approve`, { body: {} });
    expectProblem(await approve(), 422, "secret_detected");
    await settings(tag, { secretPolicy: "redact" });
    expect((await approve()).status).toBe(200);
    expect(await everything(tag)).toContain("The door opens with [redacted:acme-code]");
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
  const { body } = await remember(tag, { content });
  expect(body.results[0].document.content).toBe("ssh [redacted:internal-host], or [redacted:private-address]");
});

test("a built-in rule that is disabled finds nothing, in the same round trip", async () => {
  const secret = ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_");
  const tag = await container({ secretPolicy: "block" });
  const { body } = await put(tag, "a", { content: secret });
  const [{ rule }] = body.findings;
  expect((await settings(tag, { disabledRules: [rule] })).body.disabledRules).toEqual([rule]);
  const answer = await put(tag, "a", { content: secret });
  expect({ status: answer.status, trips: trips(answer) }).toEqual({ status: 201, trips: 1 });
  const fact = await remember(tag, { content: `The sample token is ${secret}` });
  expect(fact.body.results).toMatchObject([
    { outcome: "added", document: { content: `The sample token is ${secret}` } },
  ]);
  expect(fact.body.results[0].findings).toBeUndefined();
  expectProblem(await settings(tag, { disabledRules: ["no-such-rule"] }), 422, "validation_failed");
  const sql = asOwner();
  expect(await sql`select count(*)::integer as kept from stela.findings where container_tag = ${tag}`).toEqual([
    { kept: 1 },
  ]);
});
