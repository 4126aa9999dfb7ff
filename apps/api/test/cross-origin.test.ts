import { beforeEach, describe, expect, test } from "vitest";
import { routes } from "../src/routes/table.ts";
import { contents, type ProxiedDatabase, proxiedDatabase } from "./database.ts";
import { callExample, type Fixture, newFixture } from "./examples.ts";
import { type Answer, call, documentPath, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const ALLOWED = "https://app.example.com";
const OTHER = "https://elsewhere.example.com";

let organization: Organization;
let proxy: ProxiedDatabase;
beforeEach(async () => {
  [organization, proxy] = await Promise.all([newOrganization(), proxiedDatabase()]);
});

const allow = (allowedOrigins: unknown): Promise<Answer> =>
  organization.call("PATCH", "/v1/organization", { body: { allowedOrigins } });
const from = (origin: string, method = "GET", path = "/v1/containers", options = {}) =>
  organization.call(method, path, { database: proxy, headers: { origin }, ...options });

describe("a page of another origin", () => {
  test("is refused until its organization lists the origin, in the same round trip, and can read that", async () => {
    const put = () => from(ALLOWED, "PUT", documentPath("a", "b"), { body: { content: "" } });
    const before = await contents(proxy, organization.id);
    const refused = await put();
    expectProblem(refused, 403, "forbidden");
    expect(refused.body).toMatchObject({ reason: "origin_not_allowed" });
    expect(refused.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    expect(await contents(proxy, organization.id)).toEqual(before);
    expect((await allow([ALLOWED, "http://localhost:5173"])).body.allowedOrigins).toHaveLength(2);
    const trips = await proxy.requests();
    const allowed = await put();
    expect([allowed.status, (await proxy.requests()) - trips]).toEqual([201, 1]);
    expect(allowed.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    expect(allowed.headers.get("access-control-expose-headers")).toMatch(/etag.*x-request-id.*retry-after.*ratelimit/);
    expect(allowed.headers.get("access-control-allow-credentials")).toBe(null);
    expect(allowed.headers.get("vary")).toBe("origin");
    expectProblem(await from(OTHER), 403, "forbidden");
    await allow([]);
    expectProblem(await put(), 403, "forbidden");
  });

  test("gains nothing from the list of a neighbour, from a token, or from an origin that only looks alike", async () => {
    await allow([ALLOWED]);
    const neighbour = await newOrganization();
    expectProblem(await from(ALLOWED, "GET", "/v1/containers", { key: neighbour.key }), 403, "forbidden");
    const token = await organization.newToken();
    expect((await from(ALLOWED, "GET", "/v1/containers", { key: token })).status).toBe(200);
    for (const origin of [
      "null",
      `${ALLOWED}.evil.com`,
      `${ALLOWED}:8443`,
      "http://app.example.com",
      `${ALLOWED}/`,
      OTHER,
    ]) {
      expectProblem(await from(origin, "GET", "/v1/containers", { key: token }), 403, "forbidden");
    }
  });

  test("reads what it is refused for, whoever says so", async () => {
    await allow([ALLOWED]);
    const answers = [
      await from(ALLOWED, "GET", "/v1/containers", { key: null }),
      await from(ALLOWED, "GET", "/v1/containers?limit=0"),
      await from(ALLOWED, "GET", "/v1/none"),
      await from(ALLOWED, "GET", documentPath("a", "none")),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 422, 404, 404]);
    for (const { headers } of answers) expect(headers.get("access-control-allow-origin")).toBe(ALLOWED);
  });

  test("is one that the audit trail tells of when it is refused", async () => {
    await from(OTHER);
    const { body } = await organization.call("GET", "/v1/audit?outcome=refused");
    expect(body.events).toMatchObject([{ action: "request.refused", details: { code: "forbidden" } }]);
  });
});

describe("a request that is from no other origin", () => {
  test("has no word of origins in its answer", async () => {
    const own = await organization.call("GET", "/v1/containers", { headers: { origin: "https://api.test" } });
    for (const { status, headers } of [own, await organization.call("GET", "/v1/containers")]) {
      expect([status, headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([200, null, null]);
    }
  });
});

describe("a preflight", () => {
  const preflight = (path: string, headers: Record<string, string> = {}) =>
    call("OPTIONS", path, {
      database: proxy,
      headers: { origin: OTHER, "access-control-request-method": "PUT", ...headers },
    });

  test("is answered without a key and without the database: what comes after it is refused, not it", async () => {
    const { status, headers, body } = await preflight("/v1/documents/x");
    expect([status, body, await proxy.requests()]).toEqual([204, undefined, 0]);
    expect(headers.get("access-control-allow-origin")).toBe(OTHER);
    expect(headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, PATCH, DELETE");
    expect(headers.get("access-control-allow-headers")).toMatch(
      /authorization.*content-type.*idempotency-key.*if-match/,
    );
    expect(headers.get("access-control-max-age")).toBe("7200");
  });

  test("is none without the method it asks for, nor outside of the API", async () => {
    expectProblem(await call("OPTIONS", "/v1/containers", { headers: { origin: OTHER } }), 405, "method_not_allowed");
    expect((await preflight("/healthz")).headers.get("access-control-allow-origin")).toBe(null);
  });
});

describe("the list of origins", () => {
  test("holds exact origins as browsers send them, 50 at most", async () => {
    for (const origin of [
      "https://app.example.com",
      "https://app.example.com:8443",
      "https://xn--bcher-kva.example",
      "https://[2001:db8::1]",
      "https://intranet",
      "http://localhost",
      "http://localhost:5173",
      "http://127.0.0.1:8080",
      "http://[::1]:3000",
    ]) {
      expect([origin, (await allow([origin])).status]).toEqual([origin, 200]);
      expect([origin, (await from(origin)).status]).toEqual([origin, 200]);
    }
    for (const origin of [
      "*",
      "null",
      "",
      "https://*.example.com",
      "http://app.example.com",
      "https://app.example.com/",
      "https://app.example.com/path",
      "https://App.example.com",
      "https://bücher.example",
      "https://app.example.com:443",
      "http://localhost:80",
      "https://app.example.com:70000",
      "https://app.example.com:",
      "https://user@app.example.com",
      "https://app..example.com",
      "https://-app.example.com",
      "https://app.example.com https://evil.com",
      "https://app.example.com\n",
      "ftp://app.example.com",
      7,
    ]) {
      expectProblem(await allow([origin]), 422, "validation_failed");
    }
    const many = Array.from({ length: 50 }, (_, n) => `https://a${n}.example.com`);
    expect((await allow(many)).status).toBe(200);
    expectProblem(await allow([...many, ALLOWED]), 422, "validation_failed");
    expectProblem(await allow([ALLOWED, ALLOWED]), 422, "validation_failed");
    expectProblem(await allow(null), 422, "validation_failed");
    expect((await organization.call("GET", "/v1/organization")).body.allowedOrigins).toEqual(many);
  });
});

test("no route does anything for a page whose origin is not listed", async () => {
  const fixture: Fixture = await newFixture(organization, "box");
  const before = await contents(proxy, organization.id);
  for (const route of routes) {
    const answer = await callExample(organization, route, fixture, { headers: { origin: OTHER } });
    expect([route.operationId, answer.status, answer.body.reason]).toEqual([
      route.operationId,
      403,
      "origin_not_allowed",
    ]);
  }
  expect(await contents(proxy, organization.id)).toEqual(before);
});
