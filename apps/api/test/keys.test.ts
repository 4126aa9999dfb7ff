import { SCOPES } from "@stela/core/keys";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asApp, asOwner, type ProxiedDatabase, proxiedDatabase } from "./database.ts";
import { type Answer, documentPath, idOfKey, newOrganization, type Organization } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const HOUR_MS = 3_600_000;

let organization: Organization;
let proxy: ProxiedDatabase;
beforeAll(async () => {
  proxy = await proxiedDatabase();
});
beforeEach(async () => {
  organization = await newOrganization();
});

const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString();
const create = (body: object, key = organization.key) =>
  organization.call("POST", "/v1/keys", {
    key,
    body: { name: "made", scopes: ["documents:read"], containers: ["user:42"], ...body },
  });
const get = (id: string, key = organization.key) => organization.call("GET", `/v1/keys/${id}`, { key });
const revoke = (id: string, key = organization.key) => organization.call("DELETE", `/v1/keys/${id}`, { key });
const rotate = (id: string, overlapSeconds: number, key = organization.key) =>
  organization.call("POST", `/v1/keys/${id}/rotate`, { key, body: { overlapSeconds } });
const status = async (key: string) =>
  (await organization.call("GET", "/v1/containers/user:42/documents", { key })).status;

describe("a new key", () => {
  test("works at once, for what it may, and its text is in the one answer alone", async () => {
    const { status: made, body } = await create({ scopes: ["documents:write"], containers: ["user:*"] });
    expect(made).toBe(201);
    const { key, ...record } = body;
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      prefix: key.slice(0, "stl_test_".length + 6),
      name: "made",
      scopes: ["documents:write"],
      containers: ["user:*"],
      createdAt: expect.stringMatching(/Z$/),
      createdBy: `key:${organization.keyId}`,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      replacedBy: null,
    });
    const put = (tag: string) => organization.call("PUT", documentPath(tag, "a"), { key, body: { content: "" } });
    expect((await put("user:42")).status).toBe(201);
    expectProblem(await put("project:1"), 404, "not_found");
    const read = await get(record.id);
    expect(read.body).toEqual({ ...record, lastUsedAt: expect.stringMatching(/Z$/) });
    expect(JSON.stringify((await organization.call("GET", "/v1/keys")).body)).not.toContain(key);
  });

  test("is nowhere in the database, with an Idempotency-Key or without, and a retry is answered with it", async () => {
    const headers = { "idempotency-key": "once" };
    const body = { name: "made", scopes: ["documents:read"], containers: ["a"] };
    await proxy.loseAnswers(1);
    const send = () => organization.call("POST", "/v1/keys", { headers, body, database: proxy });
    expectProblem(await send(), 503, "unavailable");
    const [first, second, plain] = [await send(), await send(), await create({})];
    expect(first.headers.get("idempotency-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    const rotated = await organization.call("POST", `/v1/keys/${first.body.id}/rotate`, {
      headers: { "idempotency-key": "turn" },
      body: {},
    });
    expect(await keysLike("made")).toBe(3);
    for (const { body: made } of [first, plain, rotated]) {
      const secret = made.key.split("_")[2];
      expect(await dump()).not.toContain(secret);
      expect((await organization.call("GET", "/v1/containers", { key: made.key })).status).toBe(200);
    }
  });

  test("of another request with the same name is another key", async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => create({})));
    expect(new Set(keys.map(({ body }) => body.key)).size).toBe(8);
  });

  test("with a secret in its name is refused", async () => {
    const { body } = await create({});
    expectProblem(await create({ name: body.key }), 422, "secret_detected");
  });

  test.each([
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["everything"] }, "scopes[0]"],
    [{ containers: [] }, "containers"],
    [{ containers: ["a*b"] }, "containers[0]"],
    [{ containers: ["**"] }, "containers[0]"],
    [{ containers: ["a", "b c"] }, "containers[1]"],
    [{ containers: Array.from({ length: 33 }, (_, index) => `c${index}`) }, "containers"],
    [{ name: "" }, "name"],
    [{ name: "n".repeat(129) }, "name"],
    [{ expiresAt: "soon" }, "expiresAt"],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
  ])("asked for as %j is refused, and the place is named", async (fields, path) => {
    const answer = await create(fields);
    expectProblem(answer, 422, "validation_failed");
    expect(answer.body.errors[0].path).toBe(path);
  });
});

describe("no key makes one that may do more than itself", () => {
  const patterns = ["*", "user:*", "user:4*", "user:42", "user:42*", "user:5", "project:1"];

  test.each(patterns)("in containers: %s covers what lies within it, and gives no other", async (own) => {
    const maker = await organization.newKey({ containers: [own] });
    const covers = (wanted: string) => own === wanted || (own.endsWith("*") && wanted.startsWith(own.slice(0, -1)));
    for (const wanted of patterns) {
      const answer = await create({ containers: [wanted] }, maker);
      if (covers(wanted)) expect(answer.status).toBe(201);
      else expectProblem(answer, 404, "not_found");
      const { status: together } = await create({ containers: [own, wanted] }, maker);
      expect(together).toBe(covers(wanted) ? 201 : 404);
    }
  });

  test("in scopes: it gives those it has, and the one it lacks is named", async () => {
    const maker = await organization.newKey({ scopes: ["keys", "documents:read"] });
    expect((await create({ scopes: ["documents:read", "keys", "keys"] }, maker)).body.scopes).toEqual([
      "documents:read",
      "keys",
    ]);
    for (const scope of SCOPES.filter((each) => each !== "keys" && each !== "documents:read")) {
      const answer = await create({ scopes: ["documents:read", scope] }, maker);
      expectProblem(answer, 403, "forbidden");
      expect(answer.body.missingScope).toBe(scope);
    }
  });

  test("in time: none lives longer than its maker, and without a word it lives as long", async () => {
    const expiresAt = inAnHour();
    const maker = await organization.newKey({ expiresAt });
    expect((await create({}, maker)).body.expiresAt).toBe(expiresAt);
    expect((await create({ expiresAt }, maker)).status).toBe(201);
    const later = new Date(Date.parse(expiresAt) + 1).toISOString();
    expectProblem(await create({ expiresAt: later }, maker), 403, "forbidden");
  });

  test("by rotation of one that may do more", async () => {
    const [scoped, dated] = [
      await organization.newKey({ scopes: ["keys"] }),
      await organization.newKey({ expiresAt: inAnHour() }),
    ];
    const { body: target } = await create({ scopes: ["keys", "admin"] });
    expectProblem(await rotate(target.id, 60, scoped), 403, "forbidden");
    expectProblem(await rotate(target.id, 60, dated), 403, "forbidden");
    expect((await get(target.id)).body.replacedBy).toBe(null);
  });
});

describe("a key for some containers", () => {
  test("sees and changes the keys of those alone", async () => {
    const maker = await organization.newKey({ containers: ["user:4*", "project:1"] });
    const [inside, outside, both] = await Promise.all(
      [["user:42"], ["user:5"], ["user:42", "user:5"]].map(async (containers) => (await create({ containers })).body),
    );
    const { body } = await organization.call("GET", "/v1/keys", { key: maker });
    expect(body.keys.map(({ id }: { id: string }) => id).sort()).toEqual([inside.id, await idOfKey(maker)].sort());
    for (const { id } of [outside, both]) {
      expectProblem(await get(id, maker), 404, "not_found");
      expectProblem(await revoke(id, maker), 404, "not_found");
      expectProblem(await rotate(id, 60, maker), 404, "not_found");
    }
    expect((await revoke(inside.id, maker)).status).toBe(200);
  });

  test("sees none of another organization", async () => {
    const neighbour = await newOrganization();
    expectProblem(await get(neighbour.keyId), 404, "not_found");
    expectProblem(await revoke(neighbour.keyId), 404, "not_found");
    expectProblem(await rotate(neighbour.keyId, 0), 404, "not_found");
    expect((await neighbour.call("GET", "/v1/containers")).status).toBe(200);
  });
});

test("a list goes through all keys, the newest first, by its cursor", async () => {
  const made: string[] = [organization.keyId];
  for (let index = 0; index < 7; index++) made.push((await create({ name: `key ${index}` })).body.id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { body } = await organization.call("GET", `/v1/keys?limit=3${after}`);
    seen.push(...body.keys.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual([...made].sort().reverse());
});

describe("revoking", () => {
  test("works on the very next request, fifty times over", async () => {
    for (let round = 0; round < 50; round++) {
      const { body } = await create({});
      expect(await status(body.key)).toBe(200);
      expect((await revoke(body.id)).body.revokedAt).toMatch(/Z$/);
      expect(await status(body.key)).toBe(401);
    }
  });

  test("twice leaves the key as it was, and one event", async () => {
    const { body } = await create({});
    const [first, second] = [await revoke(body.id), await revoke(body.id)];
    expect(second.body).toEqual(first.body);
    expect(await actions(body.id)).toEqual(["key.create", "key.revoke"]);
  });

  test("the last key that makes keys is refused, by itself and by others, and it can be rotated", async () => {
    await create({ scopes: ["documents:read", "admin"], containers: ["*"] });
    const narrow = await create({ scopes: ["keys"], containers: ["user:*"] });
    const answer = await revoke(organization.keyId);
    expectProblem(answer, 409, "conflict");
    expect(answer.body.reason).toBe("last_key");
    expect((await revoke(narrow.body.id)).status).toBe(200);
    const rotated = await rotate(organization.keyId, 60);
    expect(rotated.status).toBe(201);
    expect((await revoke(organization.keyId)).status).toBe(200);
    expectProblem(await revoke(rotated.body.id, rotated.body.key), 409, "conflict");
    const spare = await create({ scopes: ["keys"], containers: ["*"] }, rotated.body.key);
    expect((await revoke(rotated.body.id, rotated.body.key)).status).toBe(200);
    expect((await get(spare.body.id, spare.body.key)).status).toBe(200);
  });

  test("of two keys that revoke each other at once, one is left", async () => {
    for (let round = 0; round < 10; round++) {
      const own = await newOrganization();
      const other = await own.newKey();
      const otherId = await idOfKey(other);
      const answers = await Promise.all([
        own.call("DELETE", `/v1/keys/${otherId}`),
        own.call("DELETE", `/v1/keys/${own.keyId}`, { key: other }),
      ]);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      const alive = await Promise.all([own.key, other].map((key) => own.call("GET", "/v1/keys", { key })));
      expect(alive.map((answer) => answer.status).sort()).toEqual([200, 401]);
    }
  });
});

describe("rotating", () => {
  test("makes a key of the same rights, and the old one lives on for the stated time", async () => {
    const expiresAt = inAnHour();
    const { body: old } = await create({ scopes: ["documents:read"], containers: ["user:*"], expiresAt });
    const { body: made } = await rotate(old.id, 600);
    expect(made).toMatchObject({ name: "made", scopes: old.scopes, containers: old.containers, expiresAt });
    const kept = (await get(old.id)).body;
    expect(kept).toMatchObject({ replacedBy: made.id, revokedAt: null });
    const leftMs = Date.parse(kept.expiresAt) - Date.parse(made.createdAt);
    expect(leftMs).toBeGreaterThan(599_000);
    expect(leftMs).toBeLessThan(601_000);
    expect([await status(old.key), await status(made.key)]).toEqual([200, 200]);
    await asOwner()`update stela.api_keys set expires_at = now() where id = ${old.id}`;
    expect([await status(old.key), await status(made.key)]).toEqual([401, 200]);
    expect(await actions(old.id)).toEqual(["key.create", "key.rotate"]);
  });

  test("without an overlap ends the old one at once; a key cannot do that to itself, whose answer may be lost", async () => {
    const { body: old } = await create({});
    const { body: made } = await rotate(old.id, 0);
    expect([await status(old.key), await status(made.key)]).toEqual([401, 200]);
    expectProblem(await rotate(organization.keyId, 59), 422, "validation_failed");
    expect((await rotate(organization.keyId, 60)).status).toBe(201);
  });

  test("never makes the old key live longer", async () => {
    const expiresAt = inAnHour();
    const { body: old } = await create({ expiresAt });
    await rotate(old.id, 30 * 86_400);
    expect((await get(old.id)).body.expiresAt).toBe(expiresAt);
  });

  test("at once by ten makes one key, and what is replaced or revoked is not rotated again", async () => {
    const { body: old } = await create({});
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(old.id, 60)));
    const refused = answers.filter((answer: Answer) => answer.status !== 201);
    expect(refused).toHaveLength(9);
    for (const answer of refused) {
      expectProblem(answer, 409, "conflict");
      expect(answer.body.reason).toBe("replaced");
    }
    expect(await keysLike("made")).toBe(2);
    const { body: other } = await create({});
    await revoke(other.id);
    expect((await rotate(other.id, 60)).body.reason).toBe("revoked");
  });
});

test("the Worker's role reads and writes no key, and learns none by a function without the scope", async () => {
  const sql = asApp();
  await expect(sql`select * from stela.api_keys`).rejects.toThrow(/permission denied/);
  await expect(sql`delete from stela.api_keys`).rejects.toThrow(/permission denied/);
  for (const call of [
    "list_keys(null, 10)",
    `get_key('${organization.keyId}')`,
    `revoke_key('${organization.keyId}')`,
  ]) {
    await expect(sql.query(`select stela.${call}`)).rejects.toThrow(/lacks a scope/);
  }
});

async function keysLike(name: string): Promise<number> {
  const [row] = await asOwner()`select count(*)::int as count from stela.api_keys
    where org_id = ${organization.id} and name = ${name}`;
  return row?.["count"];
}

/** What was done to a key, by its events. */
async function actions(keyId: string): Promise<string[]> {
  const rows = await asOwner()`select action, actor from stela.audit_events
    where org_id = ${organization.id} and details ->> 'keyId' = ${keyId} order by id`;
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([`key:${organization.keyId}`]));
  return rows.map(({ action }) => action);
}

/** Every row of every table that could hold something of the organization. */
async function dump(): Promise<string> {
  const rows =
    await asOwner()`select to_jsonb(k)::text as row from stela.api_keys as k where org_id = ${organization.id}
    union all select to_jsonb(i)::text from stela.idempotency as i where org_id = ${organization.id}
    union all select to_jsonb(a)::text from stela.audit_events as a where org_id = ${organization.id}`;
  return rows.map(({ row }) => row).join("\n");
}
