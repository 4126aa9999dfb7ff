import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asOwner } from "./database.ts";
import { type Answer, documentPath, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

// Put together when the test runs, so that no file holds what looks like a secret.
const SECRET = ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_");

let organization: Organization;
let tag: string;
beforeAll(async () => {
  organization = await newOrganization();
});
beforeEach(() => {
  tag = `history:${crypto.randomUUID()}`;
});

const at = (customId: string) => documentPath(tag, customId);
const put = (customId: string, body: object | string, headers: Record<string, string> = {}) =>
  organization.call("PUT", at(customId), { body: typeof body === "string" ? { content: body } : body, headers });
const remove = (customId: string) => organization.call("DELETE", at(customId));
const rename = (from: string, to: string) =>
  organization.call("POST", `/v1/containers/${tag}/rename`, { body: { from, to } });
const restore = (path: string, body: object, headers: Record<string, string> = {}) =>
  organization.call("POST", `${path}/restore`, { body, headers });
const history = async (path: string, query = "") =>
  (await organization.call("GET", `${path}/revisions?${query}`)).body.revisions;
const settings = (body: object) => organization.call("PATCH", `/v1/containers/${tag}`, { body });
const byId = (id: string) => `/v1/documents/${id}`;
const roundTrips = ({ headers }: Answer) =>
  Number(/roundtrips;desc="(\d+)"/.exec(headers.get("server-timing") ?? "")?.[1]);

/** A document that was made, changed, renamed and deleted. */
async function gone(customId: string): Promise<string> {
  const { body } = await put(customId, {
    content: "one\n",
    tags: ["t"],
    metadata: { deep: [1] },
    importance: 4,
    pinned: true,
  });
  await put(customId, { content: "two\n", tags: [], metadata: {}, importance: null, pinned: false });
  await remove(customId);
  return body.id;
}

describe("the history of a document", () => {
  test("has a revision for each change, the newest first, that says who made it, when, how and for whom", async () => {
    const started = Date.now();
    const { body: made } = await put("a", "one", { "stela-session": "run 1", "stela-model": "claude-sonnet-5-5" });
    await put("a", { pinned: true });
    await rename("a", "b");
    await remove("b");
    await restore(byId(made.id), { version: 1 }, { "stela-session": "run 2" });
    const revisions = await history(byId(made.id));
    expect(revisions.map((each: { operation: string }) => each.operation)).toEqual([
      ...["restore", "delete", "rename", "update", "create"],
    ]);
    expect(revisions.map((each: { version: number }) => each.version)).toEqual([5, 4, 3, 2, 1]);
    expect(revisions.map((each: { customId: string }) => each.customId)).toEqual(["b", "b", "b", "a", "a"]);
    const [key] = await asOwner()`select id from stela.api_keys where org_id = ${organization.id}`;
    expect(revisions.at(-1)).toEqual({
      documentId: made.id,
      containerTag: tag,
      customId: "a",
      version: 1,
      operation: "create",
      bytes: 3,
      metadata: {},
      tags: [],
      status: "active",
      pinned: false,
      actor: `key:${key?.["id"]}`,
      session: "run 1",
      model: "claude-sonnet-5-5",
      request: expect.stringMatching(/^req_/),
      at: expect.any(String),
    });
    expect(Date.parse(revisions.at(-1).at)).toBeGreaterThanOrEqual(started - 1_000);
    expect(revisions[0]).toMatchObject({ session: "run 2" });
    expect(revisions[1].session).toBeUndefined();
    expect((await history(byId(made.id), "fields=content")).map((each: { content?: string }) => each.content)).toEqual([
      ...["one", undefined, "one", "one", "one"],
    ]);
  });

  test("comes in pages, which stay with the document when another gets its name", async () => {
    const { body: first } = await put("a", "0");
    for (let change = 1; change < 7; change++) await put("a", String(change));
    const { body: page } = await organization.call("GET", `${at("a")}/revisions?limit=3`);
    expect(page.revisions.map((each: { version: number }) => each.version)).toEqual([7, 6, 5]);
    await rename("a", "b");
    await put("a", "another");
    const versions: number[] = [];
    for (let cursor = page.nextCursor; cursor !== null; ) {
      const { body } = await organization.call("GET", `${at("a")}/revisions?limit=3&cursor=${cursor}`);
      for (const { documentId, version } of body.revisions) {
        expect(documentId).toBe(first.id);
        versions.push(version);
      }
      cursor = body.nextCursor;
    }
    expect(versions).toEqual([4, 3, 2, 1]);
    expectProblem(
      await organization.call("GET", `${at("b")}/revisions?limit=3&cursor=${page.nextCursor}`),
      422,
      "validation_failed",
    );
  });

  test("is by name that of the document there, else of the one last deleted with that name", async () => {
    const first = await gone("a");
    const second = await gone("a");
    const idAt = async (name: string) => (await history(at(name)))[0]?.documentId;
    expect(await idAt("a")).toBe(second);
    const { body: third } = await put("a", "third");
    expect(await idAt("a")).toBe(third.id);
    await rename("a", "b");
    expect(await idAt("a")).toBe(second);
    expect(await idAt("b")).toBe(third.id);
    // One that lives elsewhere by now is not what was deleted last here.
    await restore(byId(second), { version: 1, customId: "c" });
    expect(await idAt("a")).toBe(first);
    expectProblem(await organization.call("GET", `${at("never")}/revisions`), 404, "not_found");
  });

  test("gives each state whole", async () => {
    const id = await gone("a");
    for (const path of [byId(id), at("a")]) {
      const { body } = await organization.call("GET", `${path}/revisions/1`);
      expect(body).toMatchObject({
        content: "one\n",
        tags: ["t"],
        metadata: { deep: [1] },
        importance: 4,
        pinned: true,
      });
      expect((await organization.call("GET", `${path}/revisions/3`)).body).toMatchObject({ operation: "delete" });
    }
    const never = await organization.call("GET", `${at("a")}/revisions/4`);
    expectProblem(never, 404, "not_found");
    expect(never.body.reason).toBe("no_such_version");
    expectProblem(await organization.call("GET", `${at("a")}/revisions/0`), 422, "validation_failed");
  });

  test("tells two versions apart, by default the last two", async () => {
    const id = await gone("a");
    const diff = async (query: string) => (await organization.call("GET", `${byId(id)}/diff?${query}`)).body;
    expect(await diff("from=1&to=2&mode=word")).toEqual({
      documentId: id,
      from: 1,
      to: 2,
      mode: "word",
      hunks: [
        {
          fromLine: 1,
          fromLines: 1,
          toLine: 1,
          toLines: 1,
          changes: [
            { type: "removed", text: "one" },
            { type: "added", text: "two" },
            { type: "unchanged", text: "\n" },
          ],
        },
      ],
      stats: { linesAdded: 1, linesRemoved: 1 },
      isCoarse: false,
    });
    expect(await diff("")).toMatchObject({ from: 2, to: 3, mode: "line", stats: { linesAdded: 0, linesRemoved: 1 } });
    expect(await diff("to=1")).toMatchObject({ from: 0, to: 1, stats: { linesAdded: 1, linesRemoved: 0 } });
    expect(await diff("from=2&to=1")).toMatchObject({ stats: { linesAdded: 1, linesRemoved: 1 } });
    expectProblem(await organization.call("GET", `${byId(id)}/diff?from=1&to=9`), 404, "not_found");
  });

  test("takes one round trip to read, list, compare and restore", async () => {
    const id = await gone("a");
    for (const path of ["revisions", "revisions/1", "diff"]) {
      expect(roundTrips(await organization.call("GET", `${byId(id)}/${path}`))).toBe(1);
    }
    expect(roundTrips(await restore(byId(id), { version: 1 }))).toBe(1);
  });
});

describe("restoring", () => {
  test("makes the whole old state the next version", async () => {
    const { body: old } = await put("a", {
      content: "one",
      tags: ["t"],
      metadata: { deep: { a: [1, null] } },
      category: "decision",
      key: "k",
      importance: 3,
      source: "s",
      pinned: true,
      expiresAt: "2999-01-01T00:00:00Z",
    });
    const cleared = {
      tags: [],
      metadata: {},
      category: null,
      key: null,
      importance: null,
      source: null,
      expiresAt: null,
    };
    await put("a", { content: "two", ...cleared, pinned: false, status: "archived" });
    const { status, body, headers } = await restore(at("a"), { version: 1, ifMatch: 2 });
    expect(status).toBe(200);
    expect(headers.get("etag")).toBe('"3"');
    expect(body).toEqual({ ...old, version: 3, updatedAt: expect.any(String) });
    expect((await organization.call("GET", at("a"))).body).toEqual(body);
  });

  test("brings a deleted document back with its id, its history and its next version", async () => {
    const id = await gone("a");
    const { body } = await restore(at("a"), { version: 1 });
    expect(body).toMatchObject({ id, customId: "a", version: 4, content: "one\n", tags: ["t"], pinned: true });
    await put("a", "three");
    expect((await history(byId(id))).map((each: { version: number }) => each.version)).toEqual([5, 4, 3, 2, 1]);
    expect((await organization.call("GET", `/v1/containers/${tag}`)).body).toMatchObject({ documents: 1, bytes: 5 });
  });

  test("drops an expiry that has passed, so that what was put back stays", async () => {
    const { body } = await put("a", { content: "one", expiresAt: "2020-01-01T00:00:00Z" });
    await asOwner()`select stela.prune()`;
    expectProblem(await organization.call("GET", at("a")), 404, "not_found");
    const { body: back } = await restore(byId(body.id), { version: 1 });
    expect(back.expiresAt).toBeUndefined();
    await asOwner()`select stela.prune()`;
    expect((await organization.call("GET", at("a"))).body.content).toBe("one");
  });

  test("is refused where the name is taken, or a directory, or beneath a file; another name does", async () => {
    const [name, file, nested] = [await gone("a"), await gone("/memories/x"), await gone("/memories/y/z")];
    await put("a", "taken");
    await put("/memories/x/beneath", "x is a directory");
    await put("/memories/y", "y is a file");
    const reasons = [];
    for (const id of [name, file, nested]) {
      const answer = await restore(byId(id), { version: 1 });
      expectProblem(answer, 409, "conflict");
      reasons.push(answer.body.reason);
    }
    expect(reasons).toEqual(["exists", "exists", "beneath_file"]);
    const answer = await restore(byId(nested), { version: 1, customId: "/memories/z" });
    expect(answer.body).toMatchObject({ id: nested, customId: "/memories/z", version: 4 });
    const there = await restore(byId(nested), { version: 1, customId: "/memories/w" });
    expectProblem(there, 409, "conflict");
    expect(there.body.reason).toBe("not_deleted");
  });

  test("holds If-Match, of the header and of the body, against the version, that of the delete included", async () => {
    const id = await gone("a");
    const wrong = await restore(byId(id), { version: 1, ifMatch: 2 });
    expectProblem(wrong, 412, "version_mismatch");
    expect(wrong.body.currentVersion).toBe(3);
    expectProblem(await restore(byId(id), { version: 1 }, { "if-match": '"2"' }), 412, "version_mismatch");
    expectProblem(await restore(byId(id), { version: 1 }, { "if-match": "*" }), 412, "version_mismatch");
    expect((await restore(byId(id), { version: 1 }, { "if-match": '"3"' })).status).toBe(200);
    expectProblem(await restore(byId(id), { version: 1, ifMatch: 3 }), 412, "version_mismatch");
  });

  test("refuses a delete's own version and one that never was", async () => {
    const id = await gone("a");
    expect((await restore(byId(id), { version: 3 })).body).toMatchObject({ status: 409, reason: "is_delete" });
    expectProblem(await restore(byId(id), { version: 9 }), 404, "not_found");
    expectProblem(await restore(byId(crypto.randomUUID()), { version: 1 }), 404, "not_found");
  });

  test("of one deleted document by 12 at once makes one document and 12 versions of it", async () => {
    const id = await gone("a");
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => restore(index % 2 ? byId(id) : at("a"), { version: 1 + (index % 2) })),
    );
    expect(answers.map(({ status, body }) => body.version ?? status).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => 4 + index),
    );
    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([id]));
  });

  test("of two deleted documents to one name at once, and a new document there, lets one have it", async () => {
    const [first, second] = [await gone("a"), await gone("a")];
    const answers = await Promise.all([
      restore(byId(first), { version: 1 }),
      restore(byId(second), { version: 1 }),
      put("a", "new", { "if-none-match": "*" }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  test("is held by the quotas of the container", async () => {
    const id = await gone("a");
    await put("b", "b");
    await settings({ maxDocuments: 1 });
    expectProblem(await restore(byId(id), { version: 1 }), 429, "quota_exceeded");
    await settings({ maxDocuments: null, maxBytes: 3 });
    expectProblem(await restore(byId(id), { version: 1 }), 429, "quota_exceeded");
    await settings({ maxBytes: 5 });
    expect((await restore(byId(id), { version: 1 })).status).toBe(200);
  });

  test("a state that was stored under another policy is judged by the present one", async () => {
    await settings({ secretPolicy: "allow" });
    const { body } = await put("a", { content: `a\nkey ${SECRET}`, metadata: { token: SECRET } });
    await put("a", { content: "clean", metadata: {} });
    await remove("a");
    await settings({ secretPolicy: "block" });
    const refused = await restore(byId(body.id), { version: 1 });
    expectProblem(refused, 422, "secret_detected");
    expect(refused.body.findings.map(({ path }: { path: string }) => path)).toEqual(["content", "metadata.token"]);
    expectProblem(await organization.call("GET", at("a")), 404, "not_found");
    expect(roundTrips(await restore(byId(body.id), { version: 2 }))).toBe(2);
    await settings({ secretPolicy: "redact" });
    const { body: redacted } = await restore(byId(body.id), { version: 1 });
    expect(redacted.content).toMatch(/^a\nkey \[redacted:[a-z-]+\]$/);
    expect(redacted.metadata.token).toMatch(/^\[redacted:/);
    await settings({ secretPolicy: "allow" });
    expect((await restore(byId(body.id), { version: 1 })).body.content).toContain(SECRET);
  });

  test("a new name with a secret in it is refused, by id and by name", async () => {
    const id = await gone("a");
    for (const path of [byId(id), at("a")]) {
      expectProblem(await restore(path, { version: 1, customId: `n/${SECRET}` }), 422, "secret_detected");
    }
    await settings({ secretPolicy: "allow" });
    expect((await restore(byId(id), { version: 1, customId: `n/${SECRET}` })).status).toBe(200);
  });

  test("a repeat that was judged first is answered alike and applied once", async () => {
    const { body } = await put("a", "one");
    await put("a", "two");
    await settings({ maxDocuments: 9 });
    const headers = { "idempotency-key": crypto.randomUUID() };
    const [first, second] = [
      await restore(byId(body.id), { version: 1 }, headers),
      await restore(byId(body.id), { version: 1 }, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await history(byId(body.id))).toHaveLength(3);
  });
});

describe("retention", () => {
  test("prunes what is older than the container keeps, but never the present version; the rest says so clearly", async () => {
    const { body } = await put("a", "one");
    await put("a", "two");
    await put("a", "three");
    const { body: kept } = await put("b", "kept");
    const lost = await gone("c");
    await asOwner()`update stela.revisions set at = at - interval '3 days'
      where org_id = ${organization.id} and container_tag = ${tag}`;
    await put("b", "newer");
    await asOwner()`select stela.prune()`;
    expect(await history(at("a"))).toHaveLength(3);
    await settings({ revisionRetentionDays: 2 });
    await asOwner()`select stela.prune()`;
    expect((await history(at("a"))).map((each: { version: number }) => each.version)).toEqual([3]);
    expect((await organization.call("GET", at("a"))).body).toMatchObject({ version: 3, content: "three" });
    expect((await history(byId(kept.id))).map((each: { version: number }) => each.version)).toEqual([2]);
    expectProblem(await organization.call("GET", `${byId(lost)}/revisions`), 404, "not_found");
    for (const answer of [
      await restore(byId(body.id), { version: 1 }),
      await organization.call("GET", `${at("a")}/revisions/1`),
      await organization.call("GET", `${at("a")}/diff?from=1`),
    ]) {
      expectProblem(answer, 404, "not_found");
      expect(answer.body).toMatchObject({ reason: "not_kept", detail: expect.stringContaining("no longer kept") });
    }
    expect((await organization.call("GET", `${at("a")}/diff`)).body).toMatchObject({ from: 0, to: 3 });
  });
});
