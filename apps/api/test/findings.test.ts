import { beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { type Answer, documentPath, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

let organization: Organization;
beforeAll(async () => {
  organization = await newOrganization();
});

// Made when the test runs, so that no file holds what looks like a secret.
const newSecret = () => `glpat-${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
const newTag = () => `findings:${crypto.randomUUID()}`;
const put = (tag: string, content: string, customId = "a", key?: string) =>
  organization.call("PUT", documentPath(tag, customId), { body: { content }, ...(key === undefined ? {} : { key }) });
const contentOf = async (tag: string, customId = "a") =>
  (await organization.call("GET", documentPath(tag, customId))).body.content;
const list = async (query: string) => (await organization.call("GET", `/v1/findings?${query}`)).body.findings;
const mark = (id: string, body: unknown = {}, key?: string) =>
  organization.call("POST", `/v1/findings/${id}/false-positive`, { body, ...(key === undefined ? {} : { key }) });
const unmark = (id: string) => organization.call("DELETE", `/v1/findings/${id}/false-positive`);
const trips = ({ headers }: Answer) => Number(/roundtrips;desc="(\d+)"/.exec(headers.get("server-timing") ?? "")?.[1]);

const remember = (tag: string, contents: readonly string[], options = {}) =>
  organization.call("POST", "/v1/facts", {
    body: { containerTag: tag, facts: contents.map((content) => ({ category: "decision", importance: 3, content })) },
    ...options,
  });

async function blocked(tag: string, secret: string): Promise<string> {
  const answer = await put(tag, `key ${secret}`);
  expectProblem(answer, 422, "secret_detected");
  return answer.body.findings[0].id;
}

describe("a finding", () => {
  test("says where, by whom and what became of it, and is nowhere with its text", async () => {
    const [tag, secret] = [newTag(), newSecret()];
    const id = await blocked(tag, secret);
    expect(await list(`containerTag=${tag}`)).toEqual([
      {
        id,
        containerTag: tag,
        rule: "gitlab-token",
        name: "GitLab token",
        policy: "block",
        path: "content",
        line: 1,
        actor: `key:${organization.keyId}`,
        request: expect.any(String),
        at: expect.any(String),
        status: "open",
      },
    ]);
    const sql = asOwner();
    const [row] = await sql`select f::text as text from stela.findings as f where id = ${id}`;
    expect(row?.["text"]).not.toContain(secret.slice(6));
  });

  test("is listed by container, rule, policy, status and time, in pages, and counted by rule and container", async () => {
    const [first, second] = [newTag(), newTag()];
    await organization.call("PATCH", `/v1/containers/${second}`, { body: { secretPolicy: "redact" } });
    const [one, two] = [await blocked(first, newSecret()), await blocked(first, newSecret())];
    await put(second, newSecret());
    await put(second, `${newSecret()} password: Tr0ub4dor!3x`, "b");
    await mark(one);
    const ids = async (query: string) => (await list(query)).map(({ id }: { id: string }) => id);
    expect(await ids(`containerTag=${first}`)).toEqual([two, one]);
    expect(await ids(`containerTag=${first}&status=open`)).toEqual([two]);
    expect(await ids(`containerTag=${first}&status=false_positive`)).toEqual([one]);
    expect(await ids(`containerTag=${second}&rule=password`)).toHaveLength(1);
    expect(await ids(`containerTag=${second}&policy=redact`)).toHaveLength(3);
    expect(await ids(`containerTag=${second}&to=2020-01-01T00:00:00Z`)).toEqual([]);
    expect(await ids(`containerTag=${second}&from=2020-01-01T00:00:00Z`)).toHaveLength(3);
    const page = await organization.call("GET", `/v1/findings?containerTag=${first}&limit=1`);
    const rest = await organization.call(
      "GET",
      `/v1/findings?containerTag=${first}&limit=1&cursor=${page.body.nextCursor}`,
    );
    expect([page, rest].map(({ body }) => body.findings[0].id)).toEqual([two, one]);
    expect(rest.body.nextCursor).toBeNull();
    const summary = `/v1/findings/summary?containerTag=${second}&limit=1`;
    const counts = await organization.call("GET", summary);
    expect(counts.body.counts).toMatchObject([{ containerTag: second, rule: "gitlab-token", findings: 2, open: 2 }]);
    const more = await organization.call("GET", `${summary}&cursor=${counts.body.nextCursor}`);
    expect(more.body).toMatchObject({ counts: [{ rule: "password", findings: 1 }], nextCursor: null });
    const marked = await organization.call("GET", `/v1/findings/summary?containerTag=${first}`);
    expect(marked.body.counts).toMatchObject([{ findings: 2, open: 1, falsePositives: 1 }]);
  });

  test("is seen by a key that covers its container and may read history, and marked by one that may administer", async () => {
    const tag = newTag();
    const id = await blocked(tag, newSecret());
    const reader = await organization.newKey({ scopes: ["history:read", "documents:write"], containers: [tag] });
    const narrow = await organization.newKey({ containers: ["other"] });
    const seen = (key: string) => organization.call("GET", "/v1/findings", { key });
    expect((await seen(reader)).body.findings).toHaveLength(1);
    expect((await seen(narrow)).body.findings).toEqual([]);
    expectProblem(await mark(id, {}, reader), 403, "forbidden");
    expectProblem(await mark(id, {}, narrow), 404, "not_found");
  });
});

describe("a false positive", () => {
  test("lets the very text pass in its container, in one round trip, until it is taken back", async () => {
    const [tag, secret] = [newTag(), newSecret()];
    const id = await blocked(tag, secret);
    const marked = await mark(id, { reason: "a sample of the docs" });
    expect(marked.body).toMatchObject({
      status: "false_positive",
      falsePositive: { appliesTo: "container", reason: "a sample of the docs", actor: `key:${organization.keyId}` },
    });
    expect((await mark(id, { reason: "again" })).body.falsePositive.reason).toBe("a sample of the docs");
    const passed = await put(tag, `other words around ${secret}, but the same text`);
    expect({ status: passed.status, trips: trips(passed) }).toEqual({ status: 201, trips: 1 });
    expectProblem(await put(tag, newSecret()), 422, "secret_detected");
    await blocked(newTag(), secret);
    expect((await unmark(id)).body).toMatchObject({ status: "open" });
    await blocked(tag, secret);
    const sql = asOwner();
    const events = await sql`select action from stela.audit_events
      where org_id = ${organization.id} and container_tag = ${tag} and action like 'finding.%' order by id`;
    expect(events.map(({ action }) => action)).toEqual(["finding.false_positive", "finding.reopen"]);
  });

  test("holds for edits, batches and the memory tool", async () => {
    const [tag, secret] = [newTag(), newSecret()];
    await put(tag, `start ${secret.slice(0, 16)}X`);
    await mark(await blocked(tag, secret));
    const edits = [{ oldStr: `${secret.slice(0, 16)}X`, newStr: secret }];
    expect((await organization.call("POST", `${documentPath(tag, "a")}/edits`, { body: { edits } })).status).toBe(200);
    const operations = [{ op: "upsert", customId: "b", content: secret }];
    expect((await organization.call("POST", "/v1/batch", { body: { containerTag: tag, operations } })).status).toBe(
      200,
    );
    const create = { command: "create", path: "/memories/a", file_text: secret };
    expect((await organization.call("POST", `/v1/containers/${tag}/memory`, { body: create })).body.isError).toBe(
      false,
    );
  });

  test("in a fact is listed and audited once, with the id that the answer has, and lets it pass once it is marked", async () => {
    const [tag, secret] = [newTag(), newSecret()];
    const headers = { "idempotency-key": tag };
    const contents = ["Deploys run on Tuesdays", `The runner has the token ${secret}`, `What is ${newSecret()} for?`];
    const { body } = await remember(tag, contents, { headers });
    expect(body.results).toMatchObject([{ outcome: "added" }, { reason: "secret" }, { reason: "secret" }]);
    const [first, second] = body.results.slice(1).map(({ findings }: { findings: object[] }) => findings[0]);
    const kept = Object.fromEntries((await list(`containerTag=${tag}`)).map((each: { id: string }) => [each.id, each]));
    expect(kept).toMatchObject({
      [first.id]: { ...first, path: "facts[1].content", rule: "gitlab-token", policy: "block", status: "open" },
      [second.id]: { ...second, path: "facts[2].content" },
    });
    expect(Object.keys(kept)).toHaveLength(2);
    const again = await remember(tag, contents, { headers });
    expect(again.body).toEqual(body);
    const { events } = (await organization.call("GET", `/v1/audit?containerTag=${tag}`)).body;
    const refused = events.filter(({ action }: { action: string }) => action === "secret.block");
    expect(refused).toHaveLength(2);
    expect(JSON.stringify(refused)).toContain(first.id);

    await mark(first.id);
    const passed = await remember(tag, [`The runner has the token ${secret}`]);
    expect(passed.body.results).toMatchObject([{ outcome: "added" }]);
    expect(passed.body.results[0]).not.toHaveProperty("findings");
    expect(trips(passed)).toBe(2);
    expect(await list(`containerTag=${tag}`)).toHaveLength(2);
    expect((await put(tag, secret)).status).toBe(201);
  });

  test("in a fact stays as it is where the container redacts what stands beside it", async () => {
    const [tag, harmless, secret] = [newTag(), newSecret(), newSecret()];
    await mark(await blocked(tag, harmless));
    await organization.call("PATCH", `/v1/containers/${tag}`, { body: { secretPolicy: "redact" } });
    const { body } = await remember(tag, [`Uses ${harmless} and ${secret} in the pipeline`]);
    expect(body.results[0].document.content).toBe(`Uses ${harmless} and [redacted:gitlab-token] in the pipeline`);
    expect(body.results[0].findings).toHaveLength(1);
    const listed = await list(`containerTag=${tag}&policy=redact`);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([body.results[0].findings[0].id]);
  });

  test("stays as it is where the container redacts what stands beside it", async () => {
    const [tag, harmless, secret] = [newTag(), newSecret(), newSecret()];
    await mark(await blocked(tag, harmless));
    await organization.call("PATCH", `/v1/containers/${tag}`, { body: { secretPolicy: "redact" } });
    expect(trips(await put(tag, `${harmless} and ${secret}`))).toBe(2);
    expect(await contentOf(tag)).toBe(`${harmless} and [redacted:gitlab-token]`);
    const edits = [{ append: `\n${harmless} ${secret}` }];
    await organization.call("POST", `${documentPath(tag, "a")}/edits`, { body: { edits } });
    expect(await contentOf(tag)).toBe(`${harmless} and [redacted:gitlab-token]\n${harmless} [redacted:gitlab-token]`);
  });

  test("is of the whole organization for a key that covers all of it", async () => {
    const [tag, other, secret] = [newTag(), newTag(), newSecret()];
    const id = await blocked(tag, secret);
    const narrow = await organization.newKey({ containers: [tag] });
    const refused = await mark(id, { appliesTo: "organization" }, narrow);
    expect({ status: refused.status, reason: refused.body.reason }).toEqual({ status: 403, reason: "not_covered" });
    await mark(id, { appliesTo: "organization" });
    expect((await put(other, secret)).status).toBe(201);
    const { status } = await organization.call("DELETE", `/v1/findings/${id}/false-positive`, { key: narrow });
    expect(status).toBe(403);
    await unmark(id);
    await blocked(newTag(), secret);
  });

  test("goes with its container when that is erased, as the findings do", async () => {
    const [tag, secret] = [newTag(), newSecret()];
    await put(tag, "x", "doc");
    await mark(await blocked(tag, secret));
    const { body } = await organization.call("DELETE", `/v1/containers/${tag}`);
    expect(body.counts.findings).toBe(1);
    expect(await list(`containerTag=${tag}`)).toEqual([]);
    await blocked(tag, secret);
  });

  test("keeps its finding past the 90 days that others are kept", async () => {
    const tag = newTag();
    const [old, marked] = [await blocked(tag, newSecret()), await blocked(tag, newSecret())];
    await mark(marked);
    const sql = asOwner();
    await sql`update stela.findings set at = now() - interval '91 days' where id in (${old}, ${marked})`;
    await sql`select stela.prune()`;
    expect((await list(`containerTag=${tag}`)).map(({ id }: { id: string }) => id)).toEqual([marked]);
  });

  test("has a reason that is stored without a secret in it", async () => {
    const [tag, secret] = [newTag(), newSecret()];
    const { body } = await mark(await blocked(tag, secret), { reason: `it is ${secret}` });
    expect(body.falsePositive.reason).toBe("it is [redacted:gitlab-token]");
  });
});
