import { beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { openClaude } from "../src/claude.ts";
import { asOwner, newDatabase } from "./database.ts";
import { type CallOptions, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

// Put together when the test runs, so that no file holds what looks like a secret.
const SECRET = ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_");

let organization: Organization;
let containers = 0;
let containerTag: string;
beforeAll(async () => {
  organization = await newOrganization();
});
beforeEach(() => {
  containerTag = `extraction-${containers++}`;
});

const extract = (said: string, body: object = {}, options: CallOptions = {}) =>
  organization.call("POST", "/v1/extract", {
    body: { containerTag, messages: [{ role: "user", content: said }], ...body },
    ...options,
  });
const facts = async () => {
  const { body } = await organization.call("GET", `/v1/containers/${containerTag}/facts?limit=200`);
  return body.facts.map(({ content }: { content: string }) => content);
};
const item = (fields: object) =>
  `item: ${JSON.stringify({ key: "k", category: "decision", content: "Ships on Fridays", importance: 4, ...fields })}`;

test("what Claude finds in a conversation is remembered, each with its outcome, and what it cost is told", async () => {
  const { status, body } = await extract("fact: Ships every Tuesday\nfact: Uses Postgres 18");
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      results: [
        { outcome: "added", document: { content: "Ships every Tuesday", category: "project_fact", importance: 3 } },
        { outcome: "added" },
      ],
      dropped: [],
      stopReason: "tool_use",
      usage: {
        model: "claude-haiku-4-5",
        requests: 1,
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
      },
    },
  });
  expect(body.usage.inputTokens).toBeGreaterThan(100);
  expect(await facts()).toEqual(expect.arrayContaining(["Ships every Tuesday", "Uses Postgres 18"]));
  expect((await extract("fact: Ships every Tuesday")).body.results).toMatchObject([{ outcome: "duplicate" }]);
});

test("the session, the time and the model of an extraction can be named", async () => {
  const { body } = await extract("echo", {
    session: "run-7",
    occurredAt: "2026-03-01T10:00:00.000Z",
    model: "claude-other",
  });
  const { document } = body.results[0];
  expect(document.content).toContain("claude-other was sent");
  expect(document.occurredAt).toBe("2026-03-01T10:00:00.000Z");
  const { body: history } = await organization.call("GET", `/v1/documents/${document.id}/revisions`);
  expect(history.revisions).toMatchObject([{ session: "run-7" }]);
  const named = await extract("echo", {}, { env: { EXTRACTION_MODEL: "claude-small" } });
  expect(named.body.usage.model).toBe("claude-small");
});

test("what was recalled into a conversation is not sent, however it is quoted", async () => {
  await extract("fact: Prefers Rust over Go in services");
  const { body: recalled } = await organization.call("POST", "/v1/recall", {
    body: { containerTag, query: "Which language for services?" },
  });
  expect(recalled.text).toContain("Prefers Rust");
  const { body: asJson } = await organization.call("POST", "/v1/recall", {
    body: { containerTag, query: "Which language for services?", format: "json" },
  });
  const messages = [
    { role: "user", content: `${recalled.text}\n\nWhich language shall we use?` },
    { role: "assistant", content: `I was told:\n> ${recalled.text.replaceAll("\n", "\n> ")}\nso I would use it.` },
    {
      role: "user",
      content: [
        { type: "text", text: asJson.text },
        { type: "text", text: "echo" },
      ],
    },
  ];
  const { body } = await extract("", { messages });
  const sent = body.results[0].document.content;
  expect(sent).toContain("Which language shall we use?");
  expect(sent).toContain("so I would use it.");
  expect(sent).not.toMatch(/Rust|stela-memory|Background recalled/);
});

test("secrets are neither sent nor stored", async () => {
  const { body } = await extract(`echo\nMy token is ${SECRET}`);
  expect(body.results[0].document.content).toContain("My token is [redacted:");
  expect(JSON.stringify(await facts())).not.toContain(SECRET);
});

test("a container's own rules hold for what is sent and for what is stored, and its disabled rules for neither", async () => {
  const secretRules = [{ id: "acme-code", pattern: "ACME-\\d{4}" }];
  const path = `/v1/containers/${containerTag}`;
  const patched = await organization.call("PATCH", path, { body: { secretRules, disabledRules: ["github-token"] } });
  expect(patched.status).toBe(200);
  const { body } = await extract(`fact: The door opens with ACME-2291\nfact: The sample token is ${SECRET}`);
  expect(body.results).toMatchObject([
    { outcome: "added", document: { content: "The door opens with [redacted:acme-code]" } },
    { outcome: "added", document: { content: `The sample token is ${SECRET}` } },
  ]);
  const made = await extract(item({ content: "The cellar opens with ACME#2292" }).replace("#", "\\u002d"));
  expect(made.body.results).toMatchObject([
    { outcome: "skipped", reason: "secret", findings: [{ rule: "acme-code" }] },
  ]);
});

describe("an answer of Claude's that is not as it should be", () => {
  test("loses the items that are no facts, and says why", async () => {
    const said = [
      item({}),
      item({ category: "mood" }),
      item({ importance: 9 }),
      item({ content: " " }),
      "item: 7",
    ].join("\n");
    const { body } = await extract(said);
    expect(body.results).toMatchObject([{ outcome: "added" }]);
    expect(body.dropped).toEqual([
      { index: 1, reason: "category" },
      { index: 2, reason: "importance" },
      { index: 3, reason: "content" },
      { index: 4, reason: "not_an_object" },
    ]);
  });

  test.each([
    ["a fence", '```json\n{"facts": [FACT]}\n```'],
    ["prose", "Here is what I found: [FACT]. Anything else?"],
    ["an answer that was cut off", '{"facts": [FACT, {"key": "b", "category": "decision", "content": "Ships on'],
  ])("is read in %s", async (_, shape) => {
    const fact = JSON.stringify({ key: "day", category: "decision", content: "Ships on {Fridays}", importance: 4 });
    const { body } = await extract(`text: ${JSON.stringify(shape.replace("FACT", fact))}\nstop: max_tokens`);
    expect(body).toMatchObject({ results: [{ outcome: "added" }], stopReason: "max_tokens" });
  });

  test("may be a refusal: then nothing is stored, and it is told", async () => {
    const { status, body } = await extract(`text: ${JSON.stringify("I would rather not.")}\nstop: refusal`);
    expect({ status, body }).toMatchObject({ status: 200, body: { results: [], stopReason: "refusal" } });
  });

  test("costs nothing when no user said anything", async () => {
    const { body } = await extract("", { messages: [{ role: "assistant", content: "fact: Said by nobody" }] });
    expect(body).toMatchObject({ results: [], stopReason: "not_asked", usage: { requests: 0, inputTokens: 0 } });
  });
});

describe("a failure of Claude's API", () => {
  test.each([
    ["529 20", 503, "unavailable", "20"],
    ["500", 503, "unavailable", "10"],
    ["429 7", 429, "rate_limited", "7"],
    ["401", 503, "unavailable", "300"],
    ["403", 503, "unavailable", "300"],
    ["404", 422, "validation_failed", null],
    ["400", 422, "validation_failed", null],
    ["413", 413, "too_large", null],
    ["hang", 503, "unavailable", "5"],
  ])("%s is answered %i %s, with when to try again, and stores nothing", async (failure, status, code, retryAfter) => {
    const answer = await extract(`fact: Ships every Tuesday\nfail: ${failure}`);
    expectProblem(answer, status, code);
    expect(answer.headers.get("retry-after")).toBe(retryAfter);
    expect(JSON.stringify(answer.body)).not.toContain("The script says");
    expect(await facts()).toEqual([]);
  });

  test("that never comes ends with the time that it has", async () => {
    const { ask } = openClaude(
      { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: inject("claudeUrl") } as never,
      new Headers(),
      50,
    );
    const request = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "fail: silence" }] };
    await expect(ask(request as never)).rejects.toMatchObject({
      code: "unavailable",
      extra: { reason: "claude_timeout" },
    });
  });

  test("is no answer: repeated with the same Idempotency-Key it is tried again", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    expect((await extract("fail: 529", {}, { headers })).status).toBe(503);
    const again = await extract("fail: 529", {}, { headers });
    expect({ status: again.status, replayed: again.headers.get("idempotency-replayed") }).toEqual({
      status: 503,
      replayed: null,
    });
  });
});

describe("the key of Anthropic's", () => {
  test("is the caller's when one is sent, and its refusal is the caller's to mend", async () => {
    const answer = await extract("echo", {}, { headers: { "anthropic-api-key": "sk-ant-wrong" } });
    expectProblem(answer, 422, "validation_failed");
    expect(answer.body.errors).toMatchObject([{ path: "anthropic-api-key" }]);
    expect((await extract("echo", {}, { headers: { "anthropic-api-key": "sk-ant-own" } })).status).toBe(200);
  });

  test("is asked for when the deployment has none, and must be one", async () => {
    const without = { env: { ANTHROPIC_API_KEY: undefined } as never };
    expectProblem(await extract("echo", {}, without), 422, "validation_failed");
    expectProblem(await extract("echo", {}, { headers: { "anthropic-api-key": "a b" } }), 422, "validation_failed");
    expect((await extract("echo", {}, { ...without, headers: { "anthropic-api-key": "sk-ant-own" } })).status).toBe(
      200,
    );
  });

  test("is in no row of any table", async () => {
    const database = await newDatabase();
    const own = await newOrganization(database);
    const body = { containerTag, messages: [{ role: "user", content: "fact: Ships every Tuesday" }] };
    const headers = { "anthropic-api-key": "sk-ant-very-own", "idempotency-key": "once" };
    expect((await own.call("POST", "/v1/extract", { body, headers })).status).toBe(200);
    const stored = JSON.stringify(
      await asOwner(database)`select row_to_json(d)::text as row from stela.documents as d
        union all select row_to_json(r)::text from stela.revisions as r
        union all select row_to_json(i)::text from stela.idempotency as i
        union all select row_to_json(a)::text from stela.audit_events as a`,
    );
    expect(stored).toContain("Ships every Tuesday");
    expect(stored).not.toContain("sk-ant-very-own");
  });
});

test("a conversation may have 500,000 bytes, and not one more", async () => {
  const turn = '<turn by="user">\n\n</turn>'.length;
  expect((await extract("x".repeat(500_000 - turn))).status).toBe(200);
  expectProblem(await extract("x".repeat(500_001 - turn)), 413, "too_large");
  const many = (count: number) => ({ messages: Array.from({ length: count }, () => ({ role: "user", content: "x" })) });
  expect((await extract("", many(2_000))).status).toBe(200);
  expectProblem(await extract("", many(2_001)), 422, "validation_failed");
});

test("a key that may only propose has its facts wait for a person, and one that may not write spends nothing", async () => {
  const proposer = await organization.newKey({ scopes: ["documents:read", "documents:propose"] });
  const { status, body } = await extract("fact: Ships every Tuesday", {}, { key: proposer });
  expect({ status, body }).toMatchObject({ status: 200, body: { results: [{ outcome: "proposed" }] } });
  const reader = await organization.newKey({ scopes: ["documents:read"] });
  // Claude would fail, were it asked.
  expectProblem(await extract("fail: 529", {}, { key: reader }), 403, "forbidden");
});
