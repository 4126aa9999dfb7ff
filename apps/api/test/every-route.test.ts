import { SCOPES } from "@stela/core/keys";
import { signToken } from "@stela/core/token";
import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../src/route.ts";
import { routes } from "../src/routes/table.ts";
import { contents, type Database, newDatabase } from "./database.ts";
import { callExample, exampleOf, type Fixture, newFixture, nowhere, pathOf } from "./examples.ts";
import { expectNothingOfANeighbour, told } from "./neighbour.ts";
import { type CallOptions, call, idOfKey, newKeyText, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const MEBIBYTE = 1_048_576;

let database: Database;
let organization: Organization;
let fixture: Fixture;
beforeAll(async () => {
  database = await newDatabase();
  organization = await newOrganization(database);
  fixture = await newFixture(organization, "box");
});

/** Runs refusals and holds the whole database to be as it was. */
async function changingNothing(refusals: () => Promise<void>): Promise<void> {
  const before = await contents(database);
  await refusals();
  expect(await contents(database)).toEqual(before);
}

/** A list over all that the key covers: of what it does not cover it is empty. */
const isAboutContainers = ({ path }: Route) => path === "/v1/containers" || path === "/v1/erasures";
const isAboutKeys = ({ operationId }: Route) => operationId === "listKeys";
/** Decides many, and answers for each by itself. */
const answersEach = ({ operationId }: Route) => ["approveProposals", "rejectProposals"].includes(operationId);
/** Is about the whole organization: a key that does not cover all of it may not. */
const isAboutAll = ({ operationId, path }: Route) => operationId === "verifyAudit" || path === "/v1/organization";
const takesAnything = ({ operationId }: Route) => operationId === "runMemoryCommand";

describe.each(routes.map((route) => ({ name: `${route.method} ${route.path}`, route })))("$name", ({ route }) => {
  const send = (options: CallOptions = {}) => callExample(organization, route, fixture, options);

  test("is refused without a key that is one", async () => {
    const unknown = newKeyText();
    const typo = unknown.slice(0, -1) + (unknown.endsWith("0") ? "1" : "0");
    const [revoked, expired] = await Promise.all([
      organization.newKey({ revokedAt: "2026-01-01T00:00:00Z" }),
      organization.newKey({ expiresAt: "2026-01-01T00:00:00Z" }),
    ]);
    await changingNothing(async () => {
      const answers = await Promise.all([
        send({ key: null }),
        ...["", "Bearer", "Bearer ", `Basic ${unknown}`, unknown, "Bearer a b"].map((authorization) =>
          send({ key: null, headers: { authorization } }),
        ),
        ...["nonsense", typo, unknown, revoked, expired, `${organization.key}x`].map((key) => send({ key })),
      ]);
      for (const answer of answers) {
        expectProblem(answer, 401, "unauthorized");
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
      const [, , , , , , , ...known] = answers.map(({ body: { requestId: _, ...said } }) => said);
      expect(new Set(known.map((said) => JSON.stringify(said))).size).toBe(1);
    });
  });

  test("is refused with a token that is past its time, tampered with, of a key that is none, or wider than its key", async () => {
    const [revoked, expired, narrow] = await Promise.all([
      organization.newKey({ revokedAt: "2026-01-01T00:00:00Z" }),
      organization.newKey({ expiresAt: "2026-01-01T00:00:00Z" }),
      organization.newKey({ scopes: SCOPES.slice(1), containers: ["box", "bo:*"] }),
    ]);
    const idOf = (key: string) => idOfKey(key, database);
    const good = await organization.newToken();
    const [payload = "", signature = ""] = good.slice("stt_".length).split(".");
    const claims = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const forged = btoa(JSON.stringify({ ...claims, person: "root" }))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/=+$/, "");
    const last = "AEIMQUYcgkosw048";
    const tokens = await Promise.all([
      organization.newToken({ expiresAt: new Date(Date.now() - 1).toISOString() }),
      `stt_${forged}.${signature}`,
      `${good.slice(0, -1)}${last[(last.indexOf(good.slice(-1)) + 1) % last.length]}`,
      // The same bits in another spelling are another text.
      `${good.slice(0, -1)}${String.fromCharCode(good.charCodeAt(good.length - 1) + 1)}`,
      `${good}.`,
      `${good}=`,
      good.slice(0, -1),
      `stt_${payload}`,
      `stt_${payload}.`,
      "stt_",
      "stt_.",
      signToken("t".repeat(32), claims),
      organization.newToken({ keyId: crypto.randomUUID() }),
      organization.newToken({ keyId: await idOf(revoked) }),
      organization.newToken({ keyId: await idOf(expired) }),
      organization.newToken({ keyId: await idOf(narrow), containers: ["box"] }),
      organization.newToken({ keyId: await idOf(narrow), scopes: SCOPES.slice(1) }),
      organization.newToken({ keyId: await idOf(narrow), scopes: SCOPES.slice(1), containers: ["box", "bo*"] }),
    ]);
    await changingNothing(async () => {
      const answers = await Promise.all(tokens.map((key) => send({ key })));
      for (const answer of answers) expectProblem(answer, 401, "unauthorized");
      expect(new Set(answers.map(({ body: { requestId: _, ...said } }) => JSON.stringify(said))).size).toBe(1);
    });
    const own = await newFixture(organization, `token-${route.operationId}`);
    const { status } = await callExample(organization, route, own, {
      key: await organization.newToken({ person: "p" }),
    });
    if (route.operationId === "createToken") expect(status, "a token makes no tokens").toBe(403);
    else expect(status).toBeLessThan(300);
  });

  test("gives a token no more than it claims, of scopes and of containers", async () => {
    const { missingScope } = (await send({ key: await organization.newKey({ scopes: [] }) })).body;
    // To propose is another way to write: proposals.test.ts walks the table with it.
    const scopes = SCOPES.filter((scope) => scope !== missingScope && scope !== "documents:propose");
    const others = await organization.newToken({ scopes });
    const elsewhere = await organization.newToken({ containers: ["other", "box:*", "bo"] });
    await changingNothing(async () => {
      const answer = await send({ key: others });
      expectProblem(answer, 403, "forbidden");
      expect(answer.body.missingScope).toBe(missingScope);
      const outside = await send({ key: elsewhere });
      if (isAboutContainers(route) || isAboutKeys(route)) expect(JSON.stringify(outside.body)).not.toContain('"box"');
      else if (answersEach(route)) expect(outside.body.results).toMatchObject([{ problem: { code: "not_found" } }]);
      else expect([403, 404]).toContain(outside.status);
    });
  });

  test("needs exactly one scope, and names it", async () => {
    const none = await send({ key: await organization.newKey({ scopes: [] }) });
    expectProblem(none, 403, "forbidden");
    const { missingScope } = none.body;
    expect(SCOPES).toContain(missingScope);
    // To propose is another way to write: proposals.test.ts walks the table with it.
    const other = SCOPES.filter((scope) => scope !== missingScope && scope !== "documents:propose");
    const others = await organization.newKey({ scopes: other });
    await changingNothing(async () => {
      const answer = await send({ key: others });
      expectProblem(answer, 403, "forbidden");
      expect(answer.body.missingScope).toBe(missingScope);
      expect(answer.body.detail).toContain(missingScope);
    });
    const own = await newFixture(organization, `scoped-${route.operationId}`);
    const { status } = await callExample(organization, route, own, {
      key: await organization.newKey({ scopes: [missingScope] }),
    });
    expect(status).toBeLessThan(300);
  });

  test("knows no container that the key does not cover, whether there is one or not", async () => {
    const key = await organization.newKey({ containers: ["other", "box:*", "bo"] });
    await changingNothing(async () => {
      const answer = await send({ key });
      const other = await callExample(organization, route, nowhere("nowhere", fixture.customId), { key });
      expect(told(answer)).toEqual(told(other));
      if (isAboutContainers(route)) expect(Object.values(answer.body)).toEqual([[], null]);
      else if (isAboutKeys(route)) {
        const seen = answer.body.keys.map(({ containers }: { containers: string[] }) => containers.join());
        expect(new Set(seen)).toEqual(new Set(["other,box:*,bo"]));
      } else if (answersEach(route)) expect(answer.body.results).toMatchObject([{ problem: { code: "not_found" } }]);
      else if (isAboutAll(route)) expectProblem(answer, 403, "forbidden");
      else expectProblem(answer, 404, "not_found");
    });
    const covering = await organization.newKey({ containers: [isAboutAll(route) ? "*" : "covered-*"] });
    const own = await newFixture(organization, `covered-${route.operationId}`);
    expect((await callExample(organization, route, own, { key: covering })).status).toBeLessThan(300);
  });

  test("tells a neighbour nothing: ids, names, tags and keys of others are as if they were not there", () =>
    expectNothingOfANeighbour(database, organization, route));

  test("refuses an unknown query parameter and one that is given twice", async () => {
    await changingNothing(async () => {
      const { query } = exampleOf(route, fixture);
      for (const added of ["unknown=1", "unknown=1&unknown=2", "__proto__=1", "%00=1"]) {
        const path = pathOf(route, fixture, query === undefined ? added : `${query}&${added}`);
        const answer = await callPath(path, {});
        expectProblem(answer, 422, "validation_failed");
        expect(answer.body.errors).toMatchObject([{ path: decodeURIComponent(added.split("=")[0] ?? "") }]);
      }
    });
  });

  test("refuses a path with an escape that is not UTF-8, an id that is none, and NUL", async () => {
    await changingNothing(async () => {
      if (/\{(id|customId|proposalId)\}/.test(route.path)) {
        for (const broken of ["%", "%f", "%zz", "%ff", "%ed%a0%80", "a%c3"]) {
          expectProblem(
            await callPath(
              route.path.replace(/\{(id|customId|proposalId)\}/, broken).replace("{containerTag}", "box"),
              {},
            ),
            400,
            "malformed_request",
          );
        }
        for (const id of ["%00", "a%0ab", "%1f", "x".repeat(1_025), "%7f", "%C2%85"]) {
          const answer = await callPath(
            route.path.replace(/\{(id|customId|proposalId)\}/, id).replace("{containerTag}", "box"),
            {},
          );
          expectProblem(answer, 422, "validation_failed");
        }
      }
      if (route.path.includes("{containerTag}")) {
        for (const tag of ["%00", "a%20b", "%E9%80%89", "x".repeat(129), "a%2Fb", "a*"]) {
          const path = pathOf({ ...route, path: route.path.replace("{containerTag}", tag) }, fixture);
          expectProblem(await callPath(path, {}), 422, "validation_failed");
        }
      }
    });
  });

  const callPath = (path: string, options: CallOptions) => {
    const { body } = exampleOf(route, fixture);
    return organization.call(route.method, path, { ...(body === undefined ? {} : { body }), ...options });
  };

  if (route.body === undefined) return;

  test("refuses a body that is not JSON", async () => {
    const path = pathOf(route, fixture);
    const headers = { "content-type": "application/json" };
    const broken = ["", "{", '{"a":1,}', "{'a':1}", "nul", '{"a":"\n"}', '"\ud800', "{}{}", "\u0000"];
    const bytes = [Uint8Array.of(0xff), Uint8Array.of(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d)];
    await changingNothing(async () => {
      for (const raw of [...broken, ...bytes]) {
        expectProblem(await organization.call(route.method, path, { raw, headers }), 400, "malformed_request");
      }
    });
  });

  test("refuses JSON that is no object", async () => {
    await changingNothing(async () => {
      for (const body of [null, 1, "text", [], [{}], true]) {
        const answer = await organization.call(route.method, pathOf(route, fixture), { body });
        expectProblem(answer, 422, "validation_failed");
        expect(answer.body.errors).toMatchObject([{ path: "$" }]);
      }
    });
  });

  test("refuses a body of another type", async () => {
    const raw = JSON.stringify(exampleOf(route, fixture).body);
    await changingNothing(async () => {
      for (const type of [
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "application/jsonx",
        "multipart/form-data; boundary=x",
        "",
      ]) {
        const answer = await organization.call(route.method, pathOf(route, fixture), {
          raw,
          headers: { "content-type": type },
        });
        expectProblem(answer, 415, "unsupported_media_type");
      }
    });
  });

  test("refuses a body of 9 MiB, whether it says its length, lies about it or does not", async () => {
    const headers = { "content-type": "application/json" };
    const path = pathOf(route, fixture);
    await changingNothing(async () => {
      const declared = { ...headers, "content-length": String(9 * MEBIBYTE) };
      expectProblem(await organization.call(route.method, path, { raw: "{}", headers: declared }), 413, "too_large");
      const lying = { ...headers, "content-length": "2" };
      expectProblem(await organization.call(route.method, path, { raw: spaces(9), headers: lying }), 413, "too_large");
      expectProblem(await organization.call(route.method, path, { raw: spaces(9), headers }), 413, "too_large");
    });
  });

  test("takes a body of JSON with a byte order mark and parameters of its type", async () => {
    const own = await newFixture(organization, `mark-${route.operationId}`);
    const raw = `\ufeff${JSON.stringify(exampleOf(route, own).body)}`;
    const answer = await organization.call(route.method, pathOf(route, own), {
      raw,
      headers: { "content-type": "Application/JSON; charset=utf-8" },
    });
    expect(answer.status).toBeLessThan(300);
  });

  if (takesAnything(route)) return;

  test("refuses an unknown field, and names its path", async () => {
    const { body = {} } = exampleOf(route, fixture);
    await changingNothing(async () => {
      for (const field of ["unknown", "orgId", "bytes", "toString"]) {
        const answer = await send({ body: { ...body, [field]: 1 } });
        expectProblem(answer, 422, "validation_failed");
        expect(answer.body.errors).toMatchObject([{ path: field }]);
      }
      const prototype = await organization.call(route.method, pathOf(route, fixture), {
        raw: JSON.stringify(body).replace("{", '{"__proto__":{},'),
        headers: { "content-type": "application/json" },
      });
      expectProblem(prototype, 422, "validation_failed");
    });
  });

  test("refuses lone surrogates and NUL in every text it takes, and names the path", async () => {
    const { body = {} } = exampleOf(route, fixture);
    await changingNothing(async () => {
      for (const path of textPaths(body)) {
        for (const text of ["\ud800", "a\udfffb", "a\0b"]) {
          const answer = await send({ body: replaced(body, path, text) });
          expectProblem(answer, 422, "validation_failed");
        }
      }
    });
  });
});

describe("the routes", () => {
  test("are those that the API describes, and each has an example", () => {
    for (const route of routes) expect(exampleOf(route, fixture)).toBeDefined();
    expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });

  test("of other names are not found, with a key or without", async () => {
    await changingNothing(async () => {
      for (const path of [
        "/",
        "/v1",
        "/v2/documents",
        "/v1/document",
        "/v1/documents/",
        "/v1/containers/box/documents/",
        "/v1/containers//documents",
        "/V1/documents",
      ]) {
        for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
          expectProblem(await organization.call(method, path), 404, "not_found");
          expectProblem(await call(method, path, { database }), 404, "not_found");
        }
      }
    });
  });

  test.each([...new Set([...routes.map(({ path }) => path), "/healthz", "/openapi.json"])])(
    "at %s refuse methods that are not theirs, and name those that are",
    async (path) => {
      const own = routes.filter((route) => route.path === path).map(({ method }) => method as string);
      const allowed = own.length === 0 ? ["GET"] : own;
      await changingNothing(async () => {
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"].filter(
          (each) => !allowed.includes(each),
        )) {
          const answer = await organization.call(method, path.replaceAll(/\{\w+\}/g, "x"));
          expectProblem(answer, 405, "method_not_allowed");
          expect(answer.headers.get("allow")?.split(", ").sort()).toEqual([...allowed].sort());
        }
      });
    },
  );

  test("answer HEAD where they answer GET, without a body", async () => {
    for (const route of routes.filter(({ method }) => method === "GET")) {
      const head = await organization.call("HEAD", pathOf(route, fixture));
      const get = await organization.call("GET", pathOf(route, fixture));
      expect({ status: head.status, etag: head.headers.get("etag"), body: head.body }).toEqual({
        status: 200,
        etag: get.headers.get("etag"),
        body: undefined,
      });
    }
  });

  test("are guarded by more than the longest key: of a neighbour's cursor nothing comes but one's own", async () => {
    const neighbour = await newOrganization(database);
    await newFixture(neighbour, "box");
    const page = await neighbour.call("GET", "/v1/containers/box/documents?limit=1");
    const empty = await newOrganization(database);
    const answer = await empty.call("GET", `/v1/containers/box/documents?limit=1&cursor=${page.body.nextCursor}`);
    expect(answer.body).toEqual({ documents: [], nextCursor: null });
    expectProblem(
      await empty.call("GET", `/v1/containers/box2/documents?limit=1&cursor=${page.body.nextCursor}`),
      422,
      "validation_failed",
    );
  });
});

function spaces(mebibytes: number): ReadableStream<Uint8Array> {
  let left = mebibytes * 16;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(MEBIBYTE / 16).fill(0x20));
      else controller.close();
    },
  });
}

/** Where the texts of a body are, but for the names of operations. */
function textPaths(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value === "string") return path.at(-1) === "op" || path.at(-1) === "containerTag" ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([key, member]) => textPaths(member, [...path, key]));
}

function replaced(value: unknown, [step, ...rest]: readonly (string | number)[], text: string): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value)) return value.map((each, index) => (index === step ? replaced(each, rest, text) : each));
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [step]: replaced(members[String(step)], rest, text) };
}
