import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  AbortError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  Stela,
  type StelaError,
  TimeoutError,
} from "../src/index.ts";
import {
  type Behaviour,
  cutShort,
  hangUp,
  json,
  problem,
  ScriptedServer,
  silence,
  stall,
  text,
} from "./scripted-server.ts";

const document = { id: "0197", containerTag: "box", customId: "a", version: 1 };
let server: ScriptedServer;
let stela: Stela;

beforeAll(async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.02);
  server = await ScriptedServer.start();
  stela = new Stela({ apiKey: "stl_test", baseUrl: server.url });
});
afterAll(() => server.stop());

const put = (options = {}) => stela.documents.put({ containerTag: "box", customId: "a" }, { content: "text" }, options);
const failure = (call: PromiseLike<unknown>): Promise<StelaError> =>
  Promise.resolve(call).then(
    () => Promise.reject(new Error("It did not fail")),
    (error) => error,
  );

describe("a failure that may pass", () => {
  const passing: [string, Behaviour][] = [
    ["a lost connection", hangUp],
    ["an answer that is cut short", cutShort],
    ["an answer that is not JSON", text("<html>hello</html>")],
    ["an answer with a broken byte", text(new Uint8Array([0x22, 0xff, 0x22]), 200, "application/json")],
    ...[408, 429, 500, 502, 503, 504].map((status): [string, Behaviour] => [
      `${status}`,
      problem(status, "unavailable"),
    ]),
    ["a gateway's page", text("<h1>Bad gateway</h1>", 502)],
  ];

  test.each(passing)("%s is retried, with the same body and idempotency key", async (_, behaviour) => {
    server.script(behaviour, behaviour, json(document));
    expect(await put()).toEqual(document);
    const [first, ...repeats] = server.received;
    expect(first?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(repeats).toHaveLength(2);
    for (const { headers, body } of repeats) {
      expect(headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
      expect(body).toBe('{"content":"text"}');
    }
  });

  test.each(passing)("%s is retried for a read too, without an idempotency key", async (_, behaviour) => {
    server.script(behaviour, json(document));
    expect(await stela.documents.get("0197")).toEqual(document);
    expect(server.received.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, undefined]);
  });

  test("is thrown after the last retry", async () => {
    server.script(problem(503, "unavailable"));
    expect(await failure(put({ maxRetries: 1 }))).toBeInstanceOf(ServerError);
    expect(server.received).toHaveLength(2);
    server.script(hangUp);
    expect(await failure(put({ maxRetries: 0 }))).toBeInstanceOf(ConnectionError);
    expect(server.received).toHaveLength(1);
  });
});

test.each([400, 401, 403, 404, 409, 412, 413, 422, 501])("%s is not retried", async (status) => {
  server.script(problem(status, "some_code"));
  await failure(put());
  expect(server.received).toHaveLength(1);
});

test("a used-up quota is not retried", async () => {
  server.script(problem(429, "quota_exceeded"));
  expect(await failure(put())).toBeInstanceOf(RateLimitError);
  expect(server.received).toHaveLength(1);
});

describe("Retry-After", () => {
  test.each([
    ["seconds", () => "1"],
    ["a date", () => new Date(Date.now() + 2_000).toUTCString()],
  ])("as %s is waited for", async (_, retryAfter) => {
    server.script(problem(503, "unavailable", {}, { "retry-after": retryAfter() }), json(document));
    await put();
    const [first, second] = server.received;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(950);
  });

  test("of an hour is not waited for: the error comes at once and names it", async () => {
    server.script(problem(429, "rate_limited", {}, { "retry-after": "3600" }));
    expect(await failure(put())).toMatchObject({ name: "RateLimitError", retryAfterMs: 3_600_000 });
    expect(server.received).toHaveLength(1);
  });
});

describe("a timeout", () => {
  test.each([
    ["of a server that never answers", silence],
    ["of an answer that stalls half-way", stall],
  ])("%s ends each attempt, and the next is made", async (_, behaviour) => {
    server.script(behaviour, json(document));
    expect(await put({ timeoutMs: 150 })).toEqual(document);
    server.script(behaviour);
    const error = await failure(put({ timeoutMs: 50, maxRetries: 1 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.message).toBe("No answer within 50 ms");
    expect(server.received).toHaveLength(2);
  });

  test("may be longer than timers can be", async () => {
    server.script(json(document));
    expect(await put({ timeoutMs: Number.POSITIVE_INFINITY })).toEqual(document);
    expect(await put({ timeoutMs: 2 ** 40 })).toEqual(document);
    expect(server.received).toHaveLength(2);
  });
});

describe("the caller's signal", () => {
  test("that is aborted already sends nothing", async () => {
    server.script(json(document));
    const error = await failure(put({ signal: AbortSignal.abort("enough") }));
    expect(error).toMatchObject({ name: "AbortError", cause: "enough", mayHaveApplied: false });
    expect(server.received).toHaveLength(0);
  });

  test("ends a request in flight, which is not retried", async () => {
    const controller = new AbortController();
    server.script(() => controller.abort("enough"));
    const error = await failure(put({ signal: controller.signal }));
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ cause: "enough", mayHaveApplied: true });
    expect(server.received).toHaveLength(1);
  });

  test("ends the wait before a retry", async () => {
    const controller = new AbortController();
    server.script((response, received) => {
      problem(503, "unavailable", {}, { "retry-after": "30" })(response, received);
      setTimeout(() => controller.abort(), 50);
    });
    const startedAtMs = Date.now();
    expect(await failure(put({ signal: controller.signal }))).toBeInstanceOf(AbortError);
    expect(Date.now() - startedAtMs).toBeLessThan(5_000);
    expect(server.received).toHaveLength(1);
  });
});

describe("mayHaveApplied", () => {
  const outcome = async (...behaviours: Behaviour[]) => {
    server.script(...behaviours);
    return (await failure(put({ timeoutMs: 100 }))).mayHaveApplied;
  };

  test("is true of a write whose answer was lost in any attempt", async () => {
    expect(await outcome(hangUp)).toBe(true);
    expect(await outcome(silence)).toBe(true);
    expect(await outcome(text("", 502))).toBe(true);
    expect(await outcome(hangUp, problem(401, "unauthorized"))).toBe(true);
  });

  test("is false when the API refused, or nothing listens, or it is a read", async () => {
    expect(await outcome(problem(503, "unavailable"))).toBe(false);
    expect(await outcome(problem(404, "not_found"))).toBe(false);
    server.script(hangUp);
    expect((await failure(stela.documents.get("0197"))).mayHaveApplied).toBe(false);
    const gone = await ScriptedServer.start();
    const nobody = new Stela({ apiKey: "stl_test", baseUrl: gone.url, maxRetries: 0 });
    await gone.stop();
    const error = await failure(nobody.documents.delete("0197"));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.mayHaveApplied).toBe(false);
  });
});

describe("an error", () => {
  test("says its status, code, detail and request id, and keeps headers and body", async () => {
    server.script(problem(404, "not_found", {}, { "x-request-id": "req_1", etag: '"9"' }));
    const error = await failure(stela.documents.get("0197"));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error.message).toBe("404 not_found - It is not_found.");
    expect(error).toMatchObject({ status: 404, code: "not_found", detail: "It is not_found.", requestId: "req_1" });
    expect((error as NotFoundError).headers.get("etag")).toBe('"9"');
    expect((error as NotFoundError).body).toMatchObject({ title: "not_found" });
  });

  test.each([
    [400, "malformed_request", {}, "BadRequestError"],
    [401, "unauthorized", {}, "AuthenticationError"],
    [403, "forbidden", {}, "PermissionDeniedError"],
    [409, "conflict", { editIndex: 2, reason: "ambiguous", lines: [1, 3] }, "ConflictError"],
    [412, "version_mismatch", { currentVersion: 9 }, "VersionMismatchError"],
    [413, "too_large", {}, "TooLargeError"],
    [415, "unsupported_media_type", {}, "ApiError"],
    [422, "validation_failed", { errors: [{ path: "content", message: "must not be empty" }] }, "ValidationError"],
    [422, "secret_detected", { findings: [{ rule: "aws-key", line: 3 }] }, "SecretDetectedError"],
    [422, "idempotency_mismatch", {}, "ValidationError"],
  ])("%s %s is a class with what its code documents", async (status, code, extra, name) => {
    server.script(problem(status, code, extra));
    const { lines: _, ...members } = extra as Record<string, unknown>;
    expect(await failure(put())).toMatchObject({ name, status, code, ...members });
  });

  test("that is no problem document keeps its text", async () => {
    server.script(text("<h1>Forbidden</h1>", 403));
    expect(await failure(put())).toMatchObject({ status: 403, code: undefined, body: "<h1>Forbidden</h1>" });
  });

  test("of a redirect is not followed, which would turn a write into a read", async () => {
    server.script((response) => void response.writeHead(302, { location: "/elsewhere" }).end(), json(document));
    expect(await failure(put())).toMatchObject({ status: 302 });
    expect(server.received).toHaveLength(1);
  });

  test("of an edit tells which and why", async () => {
    server.script(problem(409, "conflict", { editIndex: 1, reason: "absent" }));
    const error = await failure(stela.documents.edit("0197", [{ append: "a" }, { oldStr: "b" }]));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ editIndex: 1, reason: "absent" });
  });
});
