import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { type Answer, documentPath, newOrganization, type Organization } from "./organization.ts";
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
  containerTag = `facts-${containers++}`;
});

const fact = (content: string, more: object = {}) => ({ category: "preference", content, importance: 3, ...more });
const remember = (facts: readonly object[], options = {}): Promise<Answer> =>
  organization.call("POST", "/v1/facts", { body: { containerTag, facts }, ...options });
const outcomes = async (answer: Promise<Answer>) =>
  (await answer).body.results.map(
    (result: { outcome: string; reason: string }) => `${result.outcome}: ${result.reason}`,
  );
const listed = async (query = "limit=200") =>
  (await organization.call("GET", `/v1/containers/${containerTag}/facts?${query}`)).body.facts;
const active = async () => (await listed("limit=200&status=active")).map(({ content }: { content: string }) => content);
const get = async (customId: string) => (await organization.call("GET", documentPath(containerTag, customId))).body;

describe("a fact", () => {
  test("is a document with all that was said of it", async () => {
    const sent = {
      key: "editor_theme",
      category: "preference",
      content: "Prefers dark mode in the editor",
      importance: 4,
      tags: ["ui"],
      source: "chat 7",
      confidence: 0.9,
      occurredAt: "2026-03-01T10:00:00.000Z",
    };
    const { status, body } = await remember([sent]);
    expect({ status, outcome: body.results[0].outcome, reason: body.results[0].reason }).toEqual({
      status: 200,
      outcome: "added",
      reason: "new",
    });
    const stored = { ...sent, customId: "fact:editor_theme", status: "active", version: 1 };
    expect(body.results[0].document).toMatchObject(stored);
    expect(await get("fact:editor_theme")).toMatchObject(stored);
    const revision = await organization.call("GET", `${documentPath(containerTag, "fact:editor_theme")}/revisions/1`);
    const { confidence, occurredAt } = sent;
    expect(revision.body).toMatchObject({ confidence, occurredAt, importance: 4 });
  });

  test("with a key that is known takes its place; what it said before is a revision", async () => {
    await remember([fact("Prefers tabs of four", { key: "indent" })]);
    expect(await outcomes(remember([fact("Prefers tabs of two", { key: "indent" })]))).toEqual(["updated: same_key"]);
    expect(await active()).toEqual(["Prefers tabs of two"]);
    const first = await organization.call("GET", `${documentPath(containerTag, "fact:indent")}/revisions/1`);
    expect(first.body.content).toBe("Prefers tabs of four");
  });

  test("that is older than what is known of its key changes nothing", async () => {
    await remember([fact("Prefers tabs of two", { key: "indent", occurredAt: "2026-02-02T00:00:00Z" })]);
    const late = fact("Prefers tabs of four", { key: "indent", occurredAt: "2026-02-01T00:00:00Z" });
    expect(await outcomes(remember([late]))).toEqual(["skipped: older"]);
    expect(await get("fact:indent")).toMatchObject({ version: 1, content: "Prefers tabs of two" });
  });

  test("that is known makes no version, and is counted as used", async () => {
    const { body } = await remember([fact("Prefers dark mode in the editor")]);
    const { customId, lastAccessedAt } = body.results[0].document;
    expect(await outcomes(remember([fact("The user prefers dark mode in editors")]))).toEqual(["duplicate: alike"]);
    const now = await get(customId);
    expect(now).toMatchObject({ version: 1, content: "Prefers dark mode in the editor" });
    expect(Date.parse(now.lastAccessedAt)).toBeGreaterThan(Date.parse(lastAccessedAt));
  });

  test("that says something changed makes the one before it outdated, with a link", async () => {
    const { body: before } = await remember([fact("用户喜欢喝咖啡"), fact("Uses Vue for the admin frontend")]);
    const { body } = await remember([
      fact("用户不再喝咖啡了"),
      fact("Switched from Vue to React for the admin frontend"),
    ]);
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["superseded", "superseded"]);
    for (const place of [0, 1]) {
      const old = before.results[place].document;
      const { document, superseded } = body.results[place];
      expect(superseded).toEqual([{ id: old.id, customId: old.customId, version: 2 }]);
      expect(await get(old.customId)).toMatchObject({
        status: "outdated",
        supersededBy: document.id,
        content: old.content,
      });
    }
    expect((await active()).toSorted()).toEqual([
      "Switched from Vue to React for the admin frontend",
      "用户不再喝咖啡了",
    ]);
  });

  test("is skipped when there is nothing in it, and the reason is told", async () => {
    const talk = [
      "ok thanks, sounds good!",
      "好的，谢谢你的帮助！",
      "Has 3",
      "How do I revert a commit?",
      "怎么部署到生产环境",
    ];
    expect(await outcomes(remember(talk.map((content) => fact(content))))).toEqual([
      "skipped: small_talk",
      "skipped: small_talk",
      "skipped: too_short",
      "skipped: question",
      "skipped: question",
    ]);
    expect(await listed()).toEqual([]);
  });

  test("with a secret in it is skipped alone, and audited without the text", async () => {
    const { body } = await remember([fact(`The token is ${SECRET}`), fact("Prefers short answers")]);
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["skipped", "added"]);
    expect(body.results[0].findings[0]).toMatchObject({ path: "facts[0].content" });
    expect(JSON.stringify(body)).not.toContain(SECRET);
    const { body: audit } = await organization.call("GET", `/v1/audit?containerTag=${containerTag}`);
    expect(audit.events.map(({ action }: { action: string }) => action)).toContain("secret.block");
    expect(JSON.stringify(audit)).not.toContain(SECRET);
  });

  test("with a secret is stored redacted, or whole, where the container says so", async () => {
    const path = `/v1/containers/${containerTag}`;
    await organization.call("PATCH", path, { body: { secretPolicy: "redact" } });
    const redacted = await remember([fact(`The deploy token is ${SECRET}`)]);
    expect(redacted.body.results[0].document.content).toMatch(/^The deploy token is \[redacted:/);
    const inKey = await remember([fact("What opens the door is in the key", { key: SECRET })]);
    expect(inKey.body.results[0]).toMatchObject({ outcome: "skipped", reason: "secret" });
    await organization.call("PATCH", path, { body: { secretPolicy: "allow" } });
    const allowed = await remember([fact(`Another token is ${SECRET}`)]);
    expect(allowed.body.results[0].document.content).toContain(SECRET);
  });

  test("is refused whole, with its place, when it is not valid", async () => {
    const answer = await remember([fact("Prefers tea"), fact("x".repeat(4_001)), fact("Ok", { importance: 6 })]);
    expectProblem(answer, 422, "validation_failed");
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      "facts[1].content",
      "facts[2].importance",
    ]);
    expectProblem(await remember(Array.from({ length: 101 }, () => fact("Prefers tea"))), 422, "validation_failed");
    expect((await remember([fact("é".repeat(4_000))])).status).toBe(200);
  });
});

describe("facts in one request", () => {
  test("are judged in order, each by those before it", async () => {
    const facts = [
      fact("Prefers dark mode"),
      fact("prefers DARK mode"),
      fact("Prefers light mode"),
      fact("Prefers dark mode"),
    ];
    expect(await outcomes(remember(facts))).toEqual([
      "added: new",
      "duplicate: same_text",
      "superseded: other_value",
      "updated: said_again",
    ]);
    expect(await active()).toEqual(["Prefers dark mode"]);
  });

  test("are all or none where a quota ends", async () => {
    await organization.call("PATCH", `/v1/containers/${containerTag}`, { body: { maxDocuments: 1 } });
    const answer = await remember([fact("Prefers green tea"), fact("Plays the violin on Sundays")]);
    expectProblem(answer, 429, "quota_exceeded");
    expect(answer.body).toMatchObject({ factIndex: 1, quota: "maxDocuments" });
    expect(await listed()).toEqual([]);
  });

  test("are applied once under an Idempotency-Key, whatever was known in between", async () => {
    const headers = { "idempotency-key": "once" };
    const first = await remember([fact("Prefers dark mode")], { headers });
    await remember([fact("Prefers light mode")]);
    const again = await remember([fact("Prefers dark mode")], { headers });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect(await active()).toEqual(["Prefers light mode"]);
  });
});

test("two extractors at once make no two active facts of one key, and add no duplicate twice", async () => {
  const words = ["dark", "light"];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      remember([
        fact(`Prefers the ${words[number % 2]} theme`, { key: "theme" }),
        fact("Drinks green tea in the morning"),
        fact(`Extractor ${"abcdefghijkl"[number]} was here`, { category: "project_fact" }),
      ]),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const facts = await listed();
  expect(facts.filter(({ key }: { key: string }) => key === "theme")).toHaveLength(1);
  expect(facts.filter(({ content }: { content: string }) => content.includes("green tea"))).toHaveLength(1);
  const teas = answers.map(({ body }) => body.results[1].outcome);
  expect(teas.toSorted()).toEqual(["added", ...Array.from({ length: 11 }, () => "duplicate")]);
});

describe("facts that nobody uses", () => {
  const age = (days: number, customId: string) =>
    asOwner()`update stela.documents set last_accessed_at = now() - make_interval(days => ${days})
      where container_tag = ${containerTag} and custom_id = ${customId}`;

  test("are archived after 90 days if they matter little, as a version by the system, and can be taken back", async () => {
    const sentences = [
      "Collects old stamps",
      "Owns a blue bicycle",
      "Plays the violin on Sundays",
      "Reads about medieval bridges",
    ];
    await remember(
      sentences.map((content, index) =>
        fact(content, { key: `k${index}`, importance: index === 1 ? 3 : 2, category: "user_info" }),
      ),
    );
    await organization.call("PATCH", documentPath(containerTag, "fact:k3"), { body: { pinned: true } });
    for (const [days, key] of [
      [91, "k0"],
      [91, "k1"],
      [89, "k2"],
      [91, "k3"],
    ] as const)
      await age(days, `fact:${key}`);
    const [row] = await asOwner()`select stela.prune() as pruned`;
    expect(row?.["pruned"].archivedFacts).toBeGreaterThanOrEqual(1);
    expect((await listed("status=archived")).map(({ key }: { key: string }) => key)).toEqual(["k0"]);
    const path = documentPath(containerTag, "fact:k0");
    const { body } = await organization.call("GET", `${path}/revisions`);
    expect(body.revisions[0]).toMatchObject({
      actor: "system:prune",
      operation: "update",
      status: "archived",
      version: 2,
    });
    await organization.call("PATCH", path, { body: { status: "active" } });
    expect(await active()).toHaveLength(4);
  });
});

describe("a key that may only propose", () => {
  test("has each fact wait for a person, who decides them one by one", async () => {
    await remember([fact("Prefers dark mode", { key: "theme" }), fact("Uses Vue for the admin frontend")]);
    const key = await organization.newKey({ scopes: ["documents:propose", "documents:read"] });
    const { status, body } = await remember(
      [
        fact("Prefers light mode", { key: "theme" }),
        fact("Switched from Vue to React for the admin frontend"),
        fact("Plays the violin on Sundays"),
        fact("Plays the violin no longer"),
        fact("Prefers dark mode"),
        fact(`The token is ${SECRET}`),
      ],
      { key },
    );
    expect(status).toBe(200);
    expect(body.results.map(({ outcome, reason }: { outcome: string; reason: string }) => [outcome, reason])).toEqual([
      ["proposed", "same_key"],
      ["proposed", "says_it_changed"],
      ["proposed", "new"],
      ["proposed", "says_it_changed"],
      ["proposed", "other_value"],
      ["skipped", "secret"],
    ]);
    expect((await active()).toSorted()).toEqual(["Prefers dark mode", "Uses Vue for the admin frontend"]);
    for (const { proposalId } of body.results.slice(0, 2)) {
      const approved = await organization.call("POST", `/v1/proposals/${proposalId}/approve`, { body: {} });
      expect({ status: approved.status, detail: approved.body.detail }).toEqual({ status: 200, detail: undefined });
    }
    expect((await active()).toSorted()).toEqual([
      "Prefers light mode",
      "Switched from Vue to React for the admin frontend",
    ]);
    const [old] = await listed("status=outdated");
    const { documents } = (await organization.call("GET", `/v1/containers/${containerTag}/documents?prefix=fact:`))
      .body;
    expect(documents.map(({ id }: { id: string }) => id)).toContain(old.supersededBy);
  });
});

describe("the rules of a container", () => {
  const setRules = (factRules: object | null) =>
    organization.call("PATCH", `/v1/containers/${containerTag}`, { body: { factRules } });

  test("are added to the built-in ones, and null takes them away", async () => {
    const sent = {
      duplicateOverlap: 0.9,
      minSubstance: 20,
      changeMarkers: ["Ab Jetzt"],
      smallTalk: ["beep boop beep boop beep boop"],
      opposites: [["crunchy", "smooth"]],
    };
    const { status, body } = await setRules(sent);
    expect({ status, rules: body.factRules }).toEqual({ status: 200, rules: { ...sent, changeMarkers: ["ab jetzt"] } });
    const facts = [
      "Likes old jazz",
      "Beep boop beep boop beep boop!",
      "Likes crunchy peanut butter",
      "Likes smooth peanut butter",
    ];
    expect(await outcomes(remember(facts.map((content) => fact(content))))).toEqual([
      "skipped: too_short",
      "skipped: small_talk",
      "added: new",
      "superseded: other_value",
    ]);
    expect((await setRules(null)).body.factRules).toBeNull();
    expect(await outcomes(remember([fact("Likes old jazz")]))).toEqual(["added: new"]);
  });

  test("are refused with their place when they cannot be", async () => {
    for (const [rules, path] of [
      [{ duplicateOverlap: 0.1 }, "factRules.duplicateOverlap"],
      [{ minSubstance: 0 }, "factRules.minSubstance"],
      [{ changeMarkers: [""] }, "factRules.changeMarkers[0]"],
      [{ smallTalk: ["x".repeat(65)] }, "factRules.smallTalk[0]"],
      [{ opposites: [["one"]] }, "factRules.opposites[0]"],
      [{ other: 1 }, "factRules.other"],
    ] as const) {
      const answer = await setRules(rules);
      expectProblem(answer, 422, "validation_failed");
      expect(answer.body.errors[0].path).toContain(path);
    }
  });
});
