import { inspect } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Stela, StelaError } from "../src/index.ts";
import { hangUp, json, ScriptedServer } from "./scripted-server.ts";

const KEY = "stl_eu_verySecretKey";
let server: ScriptedServer;
let stela: Stela;

beforeAll(async () => {
  server = await ScriptedServer.start();
  stela = new Stela({ apiKey: KEY, baseUrl: `${server.url}/`, session: "run-1", defaultHeaders: { "x-team": "blue" } });
});
afterAll(() => server.stop());

const last = () => server.received.at(-1);
const name = { containerTag: "user:42", customId: "/memories/a b%c.md" };
const named = "/v1/containers/user%3A42/documents/%2Fmemories%2Fa%20b%25c.md";

describe("each call", () => {
  const calls: [string, (client: Stela) => PromiseLike<unknown>, string, unknown?][] = [
    [
      "documents.upsert",
      (c) => c.documents.upsert({ containerTag: "b", content: "t" }),
      "POST /v1/documents",
      { containerTag: "b", content: "t" },
    ],
    ["documents.put", (c) => c.documents.put(name, { content: "t" }), `PUT ${named}`, { content: "t" }],
    ["documents.get by name", (c) => c.documents.get(name), `GET ${named}`],
    ["documents.get by id", (c) => c.documents.get("0197"), "GET /v1/documents/0197"],
    [
      "documents.update",
      (c) => c.documents.update("0197", { pinned: true }),
      "PATCH /v1/documents/0197",
      { pinned: true },
    ],
    ["documents.delete", (c) => c.documents.delete(name), `DELETE ${named}`],
    [
      "documents.edit",
      (c) => c.documents.edit(name, [{ append: "x" }]),
      `POST ${named}/edits`,
      { edits: [{ append: "x" }] },
    ],
    [
      "documents.rename",
      (c) => c.documents.rename("b", { from: "a", to: "c" }),
      "POST /v1/containers/b/rename",
      { from: "a", to: "c" },
    ],
    [
      "documents.batch",
      (c) => c.documents.batch({ containerTag: "b", operations: [] }),
      "POST /v1/batch",
      { containerTag: "b", operations: [] },
    ],
    [
      "documents.list",
      (c) => c.documents.list("b", { prefix: "/a/", total: true, limit: 9 }),
      "GET /v1/containers/b/documents?prefix=%2Fa%2F&total=true&limit=9",
    ],
    [
      "documents.tree",
      (c) => c.documents.tree("b", { path: "/a", depth: 2 }),
      "GET /v1/containers/b/tree?path=%2Fa&depth=2",
    ],
    ["containers.list", (c) => c.containers.list(), "GET /v1/containers"],
    ["containers.get", (c) => c.containers.get("user:42"), "GET /v1/containers/user%3A42"],
    [
      "containers.update",
      (c) => c.containers.update("b", { maxBytes: null }),
      "PATCH /v1/containers/b",
      { maxBytes: null },
    ],
    [
      "memory.run",
      (c) => c.memory.run("b", { command: "x" }, { onExisting: "overwrite" }),
      "POST /v1/containers/b/memory?onExisting=overwrite",
      { command: "x" },
    ],
    ["health", (c) => c.health(), "GET /healthz"],
  ];

  test.each(calls)("%s sends what the API expects", async (_, call, line, body) => {
    server.script(json({ documents: [], entries: [], containers: [], nextCursor: null }));
    await call(stela);
    expect(`${last()?.method} ${last()?.url}`).toBe(line);
    expect(last()?.body).toBe(body === undefined ? "" : JSON.stringify(body));
    expect(last()?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      accept: "application/json",
      "stela-session": "run-1",
      "x-team": "blue",
    });
    const isWrite = !line.startsWith("GET");
    expect(last()?.headers["idempotency-key"] !== undefined).toBe(isWrite);
    expect(last()?.headers["content-type"]).toBe(body === undefined ? undefined : "application/json");
  });

  test("sends its own options before the client's", async () => {
    server.script(json({}));
    await stela.documents.put(
      name,
      {},
      { session: "run-2", model: "claude", idempotencyKey: "k", ifMatch: 7, headers: { "x-team": "red" } },
    );
    expect(last()?.headers).toMatchObject({
      "stela-session": "run-2",
      "stela-model": "claude",
      "idempotency-key": "k",
      "if-match": '"7"',
      "x-team": "red",
    });
    await stela.documents.put(name, {}, { ifNoneMatch: "*" });
    expect(last()?.headers["if-none-match"]).toBe("*");
    await stela.documents.put(name, {}, { ifMatch: "*" });
    expect(last()?.headers["if-match"]).toBe("*");
  });

  test("sends the body it was given, whatever becomes of the object afterwards", async () => {
    server.script(hangUp, json({}));
    const fields = { content: "before" };
    const call = stela.documents.put(name, fields);
    fields.content = "after";
    await call;
    expect(server.received.map(({ body }) => body)).toEqual(['{"content":"before"}', '{"content":"before"}']);
  });

  test("a view of the memory tool has no idempotency key, since it changes nothing", async () => {
    server.script(json({ content: "", isError: false }));
    await stela.memory.run("b", { command: "view", path: "/memories" });
    expect(last()?.headers["idempotency-key"]).toBeUndefined();
  });
});

test("a read of a version that is still current is null", async () => {
  server.script((response) => void response.writeHead(304, { etag: '"7"' }).end());
  expect(await stela.documents.get(name, { ifNoneMatch: 7 })).toBeNull();
  expect(last()?.headers["if-none-match"]).toBe('"7"');
});

test("withResponse tells status, version, request id and whether the answer is a stored one", async () => {
  server.script(json({ id: "0197" }, 201, { etag: '"3"', "x-request-id": "req_9", "idempotency-replayed": "true" }));
  expect(await stela.documents.put(name, {}).withResponse()).toMatchObject({
    data: { id: "0197" },
    status: 201,
    version: 3,
    requestId: "req_9",
    isReplayed: true,
  });
});

describe("a name", () => {
  test("of any text is one segment of the path, and comes back as it was", async () => {
    server.script(json({}));
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((t) => t !== "." && t !== "..");
    await fc.assert(
      fc.asyncProperty(text, text, async (containerTag, customId) => {
        await stela.documents.get({ containerTag, customId });
        const segments = last()?.url.split("/").map(decodeURIComponent);
        expect(segments).toEqual(["", "v1", "containers", containerTag, "documents", customId]);
      }),
      { numRuns: 200 },
    );
  });

  test.each(["", ".", "..", "\ud800", undefined])(
    "%j is refused, for the URL would name something else",
    async (bad) => {
      server.script(json({}));
      expect(() => stela.documents.delete({ containerTag: "box", customId: bad as string })).toThrow(StelaError);
      expect(() => stela.documents.delete(bad as string)).toThrow(StelaError);
      expect(() => stela.containers.get(bad as string)).toThrow(StelaError);
      expect(server.received).toHaveLength(0);
    },
  );
});

describe("the API key", () => {
  test("is in no printed form of the client or its parts", () => {
    for (const part of [stela, stela.documents, stela.memory, stela.containers]) {
      expect(inspect(part, { depth: 9, showHidden: true, getters: true }) + JSON.stringify(part) + part).not.toContain(
        KEY,
      );
    }
  });

  test("is in no error, whatever fails", async () => {
    server.script(json({ detail: "no" }, 401));
    const failures = await Promise.allSettled([
      stela.documents.get("0197"),
      new Stela({ apiKey: KEY, baseUrl: "http://127.0.0.1:9", maxRetries: 0 }).documents.get("0197"),
      stela.documents.get("0197", { headers: { "bad name": KEY } }),
      stela.documents.get("0197", { headers: { "x-a": `${KEY}\n` } }),
      stela.documents.get("0197", { session: `${KEY}\n` }),
      Promise.resolve().then(() => new Stela({ apiKey: `${KEY}\n`, baseUrl: server.url })),
      Promise.resolve().then(() => new Stela({ apiKey: KEY, baseUrl: `http://user:${KEY}@localhost` })),
    ]);
    for (const failure of failures) {
      expect(failure).toMatchObject({ status: "rejected", reason: expect.any(StelaError) });
      const { reason } = failure as PromiseRejectedResult;
      expect(inspect(reason, { depth: 9, showHidden: true }) + JSON.stringify(reason)).not.toContain(KEY);
    }
  });
});

describe("a client", () => {
  test("takes its key and address from the environment when it is given none", async () => {
    server.script(json({ status: "ok" }));
    vi.stubEnv("STELA_API_KEY", "stl_env");
    vi.stubEnv("STELA_BASE_URL", server.url);
    expect(await new Stela().health()).toEqual({ status: "ok" });
    expect(last()?.headers).toMatchObject({ authorization: "Bearer stl_env" });
    vi.unstubAllEnvs();
  });

  test.each([
    [{}, "Pass apiKey or set STELA_API_KEY"],
    [{ apiKey: "k" }, "Pass baseUrl or set STELA_BASE_URL: the address of your Stela API"],
    [{ apiKey: "k k", baseUrl: "http://x" }, "apiKey must be printable ASCII without spaces"],
    [
      { apiKey: "k", baseUrl: "memory.example.com" },
      "baseUrl must be an http or https URL without user, query or fragment",
    ],
    [{ apiKey: "k", baseUrl: "http://x", timeoutMs: 0 }, "timeoutMs must be a number of milliseconds above 0"],
    [{ apiKey: "k", baseUrl: "http://x", maxRetries: -1 }, "maxRetries must be a whole number, 0 or more"],
    [{ apiKey: "k", baseUrl: "http://x", session: "naïve" }, "session must be 1 to 255 printable ASCII characters"],
    [
      { apiKey: "k", baseUrl: "http://x", session: "x".repeat(256) },
      "session must be 1 to 255 printable ASCII characters",
    ],
  ])("of %j is refused with one sentence", (options, message) => {
    expect(() => new Stela(options)).toThrow(new StelaError(message));
  });
});
