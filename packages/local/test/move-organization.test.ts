import { randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mintKey } from "@stela/core/keys";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { abortMove, type Move, moveOrganization, removeMoved } from "../src/move-organization.ts";
import { createOrganization } from "../src/organization.ts";
import { type RunningTestDatabaseServer, startTestDatabaseServer, type TestDatabase } from "../src/testing.ts";
import { type RunningWorkerd, serveWorker } from "../src/workerd.ts";

const WORKER = path.resolve(import.meta.dirname, "../../../apps/api/src/worker.ts");

let server: RunningTestDatabaseServer;
let shards: Record<"one" | "two", { readonly database: TestDatabase; readonly sql: Client }>;
let worker: RunningWorkerd;
beforeAll(async () => {
  server = await startTestDatabaseServer();
  const open = async () => {
    const database = await server.createDatabase();
    const sql = new Client(database.ownerUrl);
    await sql.connect();
    return { database, sql };
  };
  shards = { one: await open(), two: await open() };
  worker = await serveWorker(WORKER, {
    DATABASE_URL: shards.one.database.appUrl,
    DATABASE_URL_TWO: shards.two.database.appUrl,
    DATABASE_FETCH_ENDPOINT: server.endpointUrl,
    SIGNING_SECRET: randomUUID(),
  });
});
afterAll(async () => {
  await worker?.stop();
  for (const { sql } of Object.values(shards ?? {})) await sql.end();
  await server?.stop();
});

let move: Move;
let key: string;
beforeEach(async () => {
  key = mintKey("main", randomBytes);
  const organizationId = randomUUID();
  await createOrganization(shards.one.database.ownerUrl, {
    organizationId,
    name: "Moving",
    apiKey: key,
    createdBy: "test",
  });
  move = {
    organizationId,
    sourceUrl: shards.one.database.ownerUrl,
    targetUrl: shards.two.database.ownerUrl,
    targetShard: "two",
  };
});

interface Sent {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test.
  readonly body: any;
  readonly trips: string | undefined;
}

async function send(method: string, url: string, body?: object, apiKey = key, idempotency?: string): Promise<Sent> {
  const response = await fetch(worker.url + url, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotency === undefined ? {} : { "idempotency-key": idempotency }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const trips = /roundtrips;desc="(\d+)"/.exec(response.headers.get("server-timing") ?? "")?.[1];
  return { status: response.status, body: await response.json(), trips };
}

const at = (customId: string) => `/v1/containers/box/documents/${encodeURIComponent(customId)}`;

/** As a client with retries: the same request under the same key until it is answered. */
async function insist(method: string, url: string, body: object): Promise<Sent> {
  const idempotency = randomUUID();
  for (;;) {
    const answer = await send(method, url, body, key, idempotency);
    if (answer.status !== 503) return answer;
    await sleep(20);
  }
}

const rowsIn = async (shard: "one" | "two", table: string): Promise<number> =>
  (
    await shards[shard].sql.query(`select count(*)::int as count from stela.${table} where org_id = $1`, [
      move.organizationId,
    ])
  ).rows[0].count;

/** What must be so of every shard at every time. */
async function expectWhole(shard: "one" | "two"): Promise<void> {
  const { rows } = await shards[shard].sql.query(
    `select
       (select count(*)::int from stela.documents as d where org_id = $1 and d.version <> (
         select count(*) from stela.revisions as r where r.org_id = d.org_id and r.document_id = d.id)) as gaps,
       (select count(*)::int from stela.documents as d where org_id = $1 and not exists (
         select from stela.revisions as r where r.org_id = d.org_id and r.document_id = d.id and r.version = d.version and r.content = d.content)) as strays,
       (select coalesce(sum(documents), 0)::int from stela.organization_counters where org_id = $1)
         - (select count(*)::int from stela.documents where org_id = $1) as miscounted,
       (select coalesce(sum(bytes), 0)::int from stela.container_counters where org_id = $1)
         - (select coalesce(sum(bytes), 0)::int from stela.documents where org_id = $1) as "bytesMiscounted"`,
    [move.organizationId],
  );
  expect(rows[0]).toEqual({ gaps: 0, strays: 0, miscounted: 0, bytesMiscounted: 0 });
  await shards[shard].sql.query("select stela.seal_audit(1000)");
  const { body } = await send("GET", "/v1/audit/verify");
  expect(body).toMatchObject({ valid: true, unsealedEvents: 0 });
}

describe("an organization that moves to another shard", () => {
  test("beside writers and readers loses no write that was acknowledged, and applies none twice", async () => {
    await send("PUT", at("shared"), { content: "" });
    await send("PUT", at("old"), { content: "of before" });
    await shards.one.sql.query("select stela.seal_audit(1000)");
    let isOver = false;
    let done = 0;
    const lines: string[] = [];
    const made: string[] = [];
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n++) {
        const line = `writer ${writer} line ${n};`;
        expect((await insist("POST", `${at("shared")}/edits`, { edits: [{ append: line }] })).status).toBe(200);
        lines.push(line);
        expect((await insist("PUT", at(`made ${writer} ${n}`), { content: line })).status).toBe(201);
        made.push(`made ${writer} ${n}`);
        done++;
      }
    };
    let reads = 0;
    const read = async () => {
      while (!isOver) {
        const { status, body } = await send("GET", at("old"));
        expect([status, body.content]).toEqual([200, "of before"]);
        reads++;
      }
    };
    const work = [write(0), write(1), write(2), write(3), read()];
    const until = async (count: number) => {
      while (done < count) await Promise.race([sleep(20), ...work]);
    };
    await until(20);
    const readsBefore = reads;
    await moveOrganization(move);
    expect(reads).toBeGreaterThan(readsBefore);
    const doneThen = done;
    await until(doneThen + 20);
    isOver = true;
    await Promise.all(work);

    const { body } = await send("GET", at("shared"));
    expect(body.version).toBe(lines.length + 1);
    expect(
      body.content
        .split(";")
        .filter((line: string) => line !== "")
        .sort(),
    ).toEqual(lines.map((line) => line.slice(0, -1)).sort());
    const held = await shards.two.sql.query("select custom_id from stela.documents where org_id = $1", [
      move.organizationId,
    ]);
    expect(held.rows.map(({ custom_id }) => custom_id).sort()).toEqual(["old", "shared", ...made].sort());
    await expectWhole("two");
    await removeMoved(move);
    for (const table of ["documents", "revisions", "audit_events", "container_counters"]) {
      expect([table, await rowsIn("one", table)]).toEqual([table, 0]);
    }
    expect((await send("GET", at("old"))).status).toBe(200);
  }, 120_000);

  test("is found by its old keys with one more round trip, and by its new ones with none", async () => {
    await send("PUT", at("a"), { content: "a" });
    const idempotency = randomUUID();
    const make = () =>
      send("POST", "/v1/keys", { name: "k", scopes: ["documents:read"], containers: ["*"] }, key, idempotency);
    const before = await make();
    const token = await send("POST", "/v1/tokens", {
      scopes: ["documents:read"],
      containers: ["box"],
      expiresInSeconds: 600,
    });
    await moveOrganization(move);
    expect((await make()).body.key).toBe(before.body.key);
    for (const old of [key, before.body.key, token.body.token]) {
      expect(await send("GET", at("a"), undefined, old)).toMatchObject({ status: 200, trips: "2" });
    }
    const { body } = await send("POST", "/v1/keys", { name: "n", scopes: ["documents:read"], containers: ["*"] });
    expect(body.key).toMatch(/^stl_two_/);
    expect(await send("GET", at("a"), undefined, body.key)).toMatchObject({ status: 200, trips: "1" });
    await send("DELETE", `/v1/keys/${before.body.id}`);
    expect((await send("GET", at("a"), undefined, before.body.key)).status).toBe(401);
  });

  test("is only read while it is frozen, whatever is asked, and told when to come back", async () => {
    await send("PUT", at("a"), { content: "a" });
    const steps: string[] = [];
    const seen: Sent[] = [];
    const moving = moveOrganization({
      ...move,
      onStep(step) {
        steps.push(step);
        if (step === "compared") throw new Error("stopped here");
      },
    });
    await expect(moving).rejects.toThrow("stopped here");
    seen.push(await send("GET", at("a")), await send("GET", "/v1/containers"), await send("GET", "/v1/audit"));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
    const before = await rowsIn("one", "audit_events");
    for (const [method, url, body] of [
      ["PUT", at("a"), { content: "b" }],
      ["DELETE", at("a"), undefined],
      ["POST", "/v1/keys", { name: "k", scopes: ["documents:read"], containers: ["*"] }],
      ["POST", "/v1/containers/box/erase", { customId: "a" }],
      ["DELETE", "/v1/containers/box", undefined],
      ["PATCH", "/v1/organization", { maxDocuments: 1 }],
    ] as const) {
      const answer = await send(method, url, body);
      expect([method, url, answer.status, answer.body.code]).toEqual([method, url, 503, "unavailable"]);
    }
    await shards.one.sql.query("select stela.seal_audit(1000), stela.prune()");
    expect([await rowsIn("one", "audit_events"), await rowsIn("one", "audit_seals")]).toEqual([before, 0]);

    await abortMove(move);
    expect([await rowsIn("two", "documents"), await rowsIn("two", "api_keys")]).toEqual([0, 0]);
    expect((await send("PUT", at("a"), { content: "c" })).body.version).toBe(2);
    await expectWhole("one");
  });

  test("goes on where it was, however often it is stopped, and can move back", async () => {
    const operations = Array.from({ length: 100 }, (_, n) => ({
      op: "upsert",
      customId: `d${n}`,
      content: '选 \\ "quoted"\n'.repeat(n),
    }));
    for (let round = 0; round < 3; round++) await send("POST", "/v1/batch", { containerTag: "box", operations });
    await shards.one.sql.query("select stela.seal_audit(1000)");
    for (let stopAt = 1; ; stopAt++) {
      let steps = 0;
      const stopping = {
        ...move,
        onStep: () => {
          if (++steps === stopAt) throw new Error("stopped");
        },
      };
      const isDone = await moveOrganization(stopping).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe("stopped");
          return false;
        },
      );
      if (isDone) break;
    }
    await expectWhole("two");
    await send("PUT", at("d0"), { content: "there" });
    await removeMoved(move);
    const back = { ...move, sourceUrl: move.targetUrl, targetUrl: move.sourceUrl, targetShard: "main" };
    await moveOrganization(back);
    expect(await send("GET", at("d0"))).toMatchObject({ status: 200, body: { content: "there" }, trips: "1" });
    await send("PUT", at("d0"), { content: "here" });
    await expectWhole("one");
  });
});

test("a key of a shard that there is not is refused without a query", async () => {
  const answer = await send("GET", at("a"), undefined, mintKey("nowhere", randomBytes));
  expect([answer.status, answer.body.code, answer.trips]).toEqual([401, "unauthorized", "0"]);
});
