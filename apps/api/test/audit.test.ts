import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import worker from "../src/worker.ts";
import { asApp, asOwner, type Database, newDatabase, proxiedDatabase } from "./database.ts";
import { type Answer, documentPath, newOrganization, type Organization, putAll, runCommand } from "./organization.ts";
import { expectProblem } from "./problem.ts";

let organization: Organization;
let containers = 0;
let containerTag: string;
beforeAll(async () => {
  organization = await newOrganization();
});
beforeEach(() => {
  containerTag = `audited-${containers++}`;
});

const put = (customId: string, content = "x", options = {}) =>
  organization.call("PUT", documentPath(containerTag, customId), { body: { content }, ...options });
const list = (query: string, options = {}): Promise<Answer> => organization.call("GET", `/v1/audit?${query}`, options);
/** Action, customId and code of the events of the container, the oldest first. */
const trail = async (query = "") =>
  (await list(`containerTag=${containerTag}&limit=200${query}`)).body.events
    .map(({ action, customId, details }: { action: string; customId: string | null; details: { code?: string } }) =>
      [action, customId, details.code].filter((part) => part != null).join(" "),
    )
    .reverse();

describe("the audit trail tells", () => {
  test("every change, whose it was and in which run", async () => {
    const headers = { "stela-session": "run 1" };
    const { body } = await put("a", "x", { headers });
    await organization.call("PATCH", documentPath(containerTag, "a"), { body: { pinned: true }, headers });
    await organization.call("POST", `/v1/containers/${containerTag}/rename`, { body: { from: "a", to: "b" }, headers });
    await organization.call("DELETE", documentPath(containerTag, "b"), { headers });
    await organization.call("PATCH", `/v1/containers/${containerTag}`, { body: { maxBytes: 9 }, headers });
    const { events } = (await list(`containerTag=${containerTag}`)).body;
    expect(events.map(({ action }: { action: string }) => action).reverse()).toEqual([
      "document.create",
      "document.update",
      "document.rename",
      "document.delete",
      "container.settings",
    ]);
    for (const event of events) {
      expect(event).toMatchObject({
        session: "run 1",
        outcome: "done",
        containerTag,
        actor: expect.stringMatching(/^key:/),
        request: expect.stringMatching(/^req_/),
      });
    }
    expect(events.at(-1)).toMatchObject({ documentId: body.id, customId: "a", details: { version: 1 } });
    expect(JSON.stringify(events)).not.toContain("content");
  });

  test("every refusal, without what was asked", async () => {
    await put("a", "secret plans");
    await put("a", "x", { headers: { "if-match": '"7"' } });
    await organization.call("DELETE", documentPath(containerTag, "none"));
    await organization.call("POST", `${documentPath(containerTag, "a")}/edits`, {
      body: { edits: [{ oldStr: "secret sauce", newStr: "" }] },
    });
    await organization.call("PATCH", `/v1/containers/${containerTag}`, { body: { maxDocuments: 1 } });
    await put("b");
    await runCommand(organization, containerTag, { command: "delete", path: "/memories/none" });
    const operations = [{ op: "delete", customId: "none" }];
    await organization.call("POST", "/v1/batch", { body: { containerTag, operations } });
    await put("a", ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_"));
    expect(await trail()).toEqual([
      "document.create a",
      "request.refused version_mismatch",
      "request.refused missing",
      "request.refused absent",
      "container.settings",
      "request.refused quota_exceeded",
      "request.refused missing",
      "request.refused missing",
      "secret.block",
    ]);
    const { events } = (await list(`containerTag=${containerTag}&outcome=refused`)).body;
    expect(events).toHaveLength(7);
    expect(JSON.stringify(events)).not.toMatch(/plans|sauce|ghp_/);
  });

  test("what a key was not allowed, and another request under a used key, though nothing else is left of them", async () => {
    const key = await organization.newKey({ scopes: ["documents:read"], containers: [containerTag] });
    expectProblem(await put("a", "x", { key }), 403, "forbidden");
    expectProblem(
      await organization.call("GET", documentPath(`other-${containerTag}`, "a"), { key }),
      404,
      "not_found",
    );
    const headers = { "idempotency-key": `key ${containerTag}` };
    await put("a", "1", { headers });
    expectProblem(await put("a", "2", { headers }), 422, "idempotency_mismatch");
    expect(await trail()).toEqual([
      "request.refused forbidden",
      "document.create a",
      "request.refused idempotency_mismatch",
    ]);
    const elsewhere = await list(`containerTag=other-${containerTag}`);
    expect(elsewhere.body.events).toMatchObject([{ details: { code: "not_found", scope: "documents:read" } }]);
  });

  test("no more than 60 refusals of one key in a minute", async () => {
    const key = await organization.newKey({ scopes: [] });
    await Promise.all(Array.from({ length: 40 }, () => put("a", "x", { key })));
    await Promise.all(Array.from({ length: 40 }, () => put("a", "x", { key })));
    await Promise.all(Array.from({ length: 40 }, () => put("a", "x", { key })));
    const count = (await trail()).length;
    // Those in flight beside each other may overshoot.
    expect(count).toBeGreaterThanOrEqual(60);
    expect(count).toBeLessThan(100);
    await put("a", "x", { key: await organization.newKey({ scopes: [] }) });
    expect(await trail()).toHaveLength(count + 1);
  });

  test("nothing of a key that is none", async () => {
    const revoked = await organization.newKey({ revokedAt: "2026-01-01T00:00:00Z" });
    expectProblem(await put("a", "x", { key: revoked }), 401, "unauthorized");
    expect(await trail()).toEqual([]);
  });
});

describe("a list of events", () => {
  test("goes through all of them once, the newest first, whatever comes meanwhile", async () => {
    await putAll(organization, containerTag, Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`d${n}`, "x"])));
    const seen: number[] = [];
    let cursor = "";
    do {
      const { body } = await list(`containerTag=${containerTag}&limit=4${cursor}`);
      seen.push(...body.events.map(({ id }: { id: number }) => id));
      cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
      await put("meanwhile");
    } while (cursor !== "");
    expect(seen).toHaveLength(25);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  });

  test("narrows by each filter", async () => {
    const key = await organization.newKey();
    await put("a", "x", { headers: { "stela-session": "s1" } });
    await put("b", "x", { headers: { "stela-session": "s2" }, key });
    await put("b", "y", { headers: { "if-none-match": "*" } });
    const { events } = (await list(`containerTag=${containerTag}`)).body;
    const [refused, b, a] = events;
    const ids = async (query: string) =>
      (await list(`containerTag=${containerTag}&${query}`)).body.events.map(({ id }: { id: number }) => id);
    expect(await ids("session=s1")).toEqual([a.id]);
    expect(await ids("customId=b")).toEqual([b.id]);
    expect(await ids(`actor=${b.actor}`)).toEqual([b.id]);
    expect(await ids("action=request.refused")).toEqual([refused.id]);
    expect(await ids("outcome=done")).toEqual([b.id, a.id]);
    expect(await ids(`from=${b.at}`)).toContain(b.id);
    expect(await ids(`to=${a.at}`)).toEqual([]);
    expect(await ids("from=2100-01-01T00:00:00Z")).toEqual([]);
    expectProblem(await list("outcome=maybe"), 422, "validation_failed");
  });

  test("holds only what happened in containers that the key covers", async () => {
    await put("a");
    await put("a", "x", { key: await organization.newKey({ scopes: [] }) });
    await organization.call("GET", "/v1/containers", { key: await organization.newKey({ scopes: [] }) });
    const key = await organization.newKey({ scopes: ["history:read"], containers: [`${containerTag}*`] });
    const { events } = (await list("limit=200", { key })).body;
    expect(events.map((event: { containerTag: string }) => event.containerTag)).toEqual([containerTag, containerTag]);
    expectProblem(await list("containerTag=audited-0x", { key }), 404, "not_found");
    const all = (await list("limit=200")).body.events;
    expect(all.some((event: { containerTag: string | null }) => event.containerTag === null)).toBe(true);
  });
});

describe("an export", () => {
  const download = (accept: string, query = `containerTag=${containerTag}`, options = {}) =>
    organization.call("GET", `/v1/audit?${query}`, { headers: { accept }, ...options });

  test("as NDJSON holds what the list holds, over many pages, and is noted itself", async () => {
    await fill(2_345);
    const answer = await download("application/x-ndjson");
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.ndjson"');
    const lines = answer.body
      .trimEnd()
      .split("\n")
      .map((line: string) => JSON.parse(line));
    expect(lines).toHaveLength(2_345);
    expect(new Set(lines.map(({ id }: { id: number }) => id)).size).toBe(2_345);
    const { events } = (await list(`containerTag=${containerTag}&limit=200`)).body;
    expect(events[0]).toMatchObject({
      action: "audit.export",
      details: { format: "ndjson", filters: { containerTag } },
    });
    expect(lines.slice(0, 199)).toEqual(events.slice(1));
  });

  test("as CSV is what RFC 4180 says, and no cell of it is a formula", async () => {
    const names = ["=1+1", "+1", "-1", "@x", 'say "hi", you', "plain", " led", "＝1"];
    for (const name of names) await put(name);
    const { body, headers } = await download("text/csv, application/json;q=0.5");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const rows = parseCsv(body);
    const [head, ...events] = rows;
    expect(head?.slice(0, 7)).toEqual(["id", "at", "actor", "action", "outcome", "containerTag", "customId"]);
    expect(events.map((row) => row[6]).reverse()).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@x",
      'say "hi", you',
      "plain",
      " led",
      "'＝1",
    ]);
    for (const row of rows) {
      expect(row).toHaveLength(12);
      for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }
    expect(body.endsWith("\r\n")).toBe(true);
  });

  test("takes one round trip for each page, and none that nobody reads", async () => {
    await fill(2_500);
    const proxy = await proxiedDatabase();
    const before = await proxy.requests();
    await download("text/csv", undefined, { database: proxy });
    expect((await proxy.requests()) - before).toBe(3);
  });

  test("that fails at its start is a problem document, and later ends in a line that says so", async () => {
    await fill(1_500);
    const proxy = await proxiedDatabase();
    await proxy.loseAnswers(1);
    expectProblem(await download("text/csv", undefined, { database: proxy }), 503, "unavailable");
    for (const [accept, mark] of [
      ["text/csv", /^# The export is incomplete,unavailable,[^,]+,req_\w+$/],
      ["application/x-ndjson", /^\{"error":"The export is incomplete","code":"unavailable",/],
    ] as const) {
      const answer = await download(accept, undefined, { database: await losingTheSecond() });
      expect(answer.status).toBe(200);
      const lines = answer.body.trimEnd().split(/\r?\n/);
      expect(lines.at(-1)).toMatch(mark);
      expect(lines.length).toBeGreaterThan(1_000);
      expect(lines.length).toBeLessThan(1_010);
    }
  });

  test("needs the scope, and tells a narrow key what it may see", async () => {
    await put("a");
    expectProblem(
      await download("text/csv", undefined, { key: await organization.newKey({ scopes: [] }) }),
      403,
      "forbidden",
    );
    const key = await organization.newKey({ scopes: ["history:read"], containers: ["nothing"] });
    expect((await download("application/x-ndjson", "", { key })).body).toBeUndefined();
  });

  /** Events enough, as the app's role may write them. */
  async function fill(count: number): Promise<void> {
    await asOwner()`insert into stela.audit_events (org_id, actor, action, outcome, container_tag, erasable_hash)
      select ${organization.id}, 'system', 'test', 'done', ${containerTag}, '' from generate_series(1, ${count})`;
  }

  /** A way to the database on which the second answer gets lost. */
  async function losingTheSecond(): Promise<Database> {
    const proxy = await proxiedDatabase();
    await proxy.loseAnswers(1, 1);
    return proxy;
  }
});

describe("the seals", () => {
  let database: Database;
  let own: Organization;
  beforeEach(async () => {
    database = await newDatabase();
    own = await newOrganization(database);
    await write(own, 5);
    await sealNow();
    await write(own, 4);
    await sealNow();
  });

  const write = async (writer: Organization, count: number) => {
    for (let n = 0; n < count; n++) {
      await writer.call("PUT", documentPath("sealed", `d${n}`), { body: { content: "x" } });
    }
  };
  const sealNow = async (patience = "5 seconds") => {
    const [row] = await asOwner(database)`select stela.seal_audit(100, ${patience}::interval) as answer`;
    return row?.["answer"];
  };
  const verify = (query = ""): Promise<Answer> => own.call("GET", `/v1/audit/verify?${query}`);
  const sealedIds = async (): Promise<number[]> => {
    const rows = await asOwner(database)`select id::int from stela.audit_events where org_id = ${own.id} order by id`;
    return rows.map(({ id }) => id);
  };
  const expectProblemIs = async (problem: object) =>
    expect((await verify()).body).toMatchObject({ valid: false, problem });

  test("hold, and cover every event", async () => {
    expect((await verify()).body).toMatchObject({
      valid: true,
      seals: 2,
      events: 9,
      problem: null,
      unsealedEvents: 0,
      nextCursor: null,
      head: { number: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    await write(own, 1);
    expect((await verify()).body).toMatchObject({ valid: true, seals: 2, unsealedEvents: 1 });
    expect(await sealNow()).toEqual({ outcome: "done", sealed: 1, hasMore: false });
    expect(await sealNow()).toEqual({ outcome: "done", sealed: 0, hasMore: false });
  });

  test("of one organization say nothing of another, nor do its events", async () => {
    const other = await newOrganization(database);
    await write(other, 3);
    await sealNow();
    await asOwner(database)`update stela.audit_events set actor = 'x' where org_id = ${other.id}`;
    expect((await verify()).body).toMatchObject({ valid: true, events: 9 });
    expect((await other.call("GET", "/v1/audit/verify")).body).toMatchObject({ valid: false, problem: { seal: 1 } });
  });

  test.each([
    "actor = 'key:somebody'",
    "action = 'document.delete'",
    "outcome = 'refused'",
    "container_tag = 'other'",
    "document_id = gen_random_uuid()",
    "session = 'other'",
    "request = 'other'",
    "at = at - interval '1 second'",
    "custom_id = 'other', erasable_hash = stela.erasable_hash('other', details)",
    "erasable_hash = '\\x00'",
  ])("find an event that was changed: %s", async (change) => {
    const [, , , , , , id] = await sealedIds();
    await asOwner(database).query(`update stela.audit_events set ${change} where id = ${id}`);
    const { problem } = (await verify()).body;
    expect(problem).toMatchObject({ seal: 2 });
    expect(["broken_seal", "changed_event"]).toContain(problem.reason);
  });

  test("name the first event whose customId or details were changed", async () => {
    const [, second, third] = await sealedIds();
    await asOwner(database)`update stela.audit_events set details = '{"version": 7}' where id in (${second}, ${third})`;
    await expectProblemIs({ reason: "changed_event", seal: 1, eventId: second });
  });

  test("find an event that is missing, at the start, within and at the end of a seal", async () => {
    const ids = await sealedIds();
    for (const [index, seal] of [
      [8, 2],
      [5, 2],
      [2, 1],
    ] as const) {
      await asOwner(database)`delete from stela.audit_events where id = ${ids[index]}`;
      await expectProblemIs({ reason: "missing_event", seal, eventId: null });
    }
  });

  test("find an event that was put in", async () => {
    const [first, , third] = await sealedIds();
    // Between two numbers that were given there is always one that was not.
    await forge(`select org_id, ${first} + 1, actor, action, outcome, container_tag, custom_id, details, erasable_hash
      from stela.audit_events where id = ${third}`);
    await expectProblemIs({ reason: "inserted_event", seal: 1 });
  });

  test("find a seal that was changed or is gone", async () => {
    await asOwner(database)`update stela.audit_seals set hash = sha256('') where org_id = ${own.id} and number = 1`;
    await expectProblemIs({ reason: "broken_seal", seal: 1 });
    await asOwner(database)`delete from stela.audit_seals where org_id = ${own.id} and number = 1`;
    await expectProblemIs({ reason: "missing_seal", seal: 1 });
  });

  test("made anew by who owns the database differ from one that was kept, and so does a chain cut short", async () => {
    const { head } = (await verify()).body;
    const known = `known=${head.number}:${head.hash}`;
    expect((await verify(known)).body).toMatchObject({ valid: true });
    await asOwner(database)`update stela.audit_events set actor = 'x' where org_id = ${own.id}`;
    await asOwner(database)`delete from stela.audit_seals where org_id = ${own.id}`;
    await sealNow();
    expect((await verify()).body).toMatchObject({ valid: true });
    expect((await verify(known)).body).toMatchObject({ valid: false, problem: { reason: "rewritten_chain", seal: 2 } });
  });

  test("let an erasure with a receipt blank names and details, and find one without", async () => {
    const ids = await sealedIds();
    const receipt = crypto.randomUUID();
    const blank = (id: number | undefined) =>
      asOwner(
        database,
      )`update stela.audit_events set custom_id = null, details = '{}', erased_by = ${receipt} where id = ${id}`;
    await blank(ids[1]);
    await expectProblemIs({ reason: "erased_without_receipt", seal: 1, eventId: ids[1] });
    await asOwner(database)`insert into stela.erasures (org_id, id, container_tag, target, document_ids, counts, actor)
      values (${own.id}, ${receipt}, 'sealed', '{}', '{}', '{}', 'x')`;
    expect((await verify()).body).toMatchObject({ valid: true, events: 9 });
    await asOwner(database)`update stela.audit_events set details = '{"version": 7}' where id = ${ids[1]}`;
    await expectProblemIs({ reason: "changed_event", seal: 1, eventId: ids[1] });
    await blank(ids[1]);
    await asOwner(database)`update stela.audit_events set custom_id = null, details = '{}' where id = ${ids[3]}`;
    await expectProblemIs({ reason: "changed_event", seal: 1, eventId: ids[3] });
  });

  test("never pass over an event whose transaction was slow to commit", async () => {
    const release = crypto.randomUUID();
    const sql = asOwner(database);
    const slow = sql.transaction([
      sql`insert into stela.audit_events (org_id, actor, action, outcome, erasable_hash) values (${own.id}, 'slow', 'test', 'done', '')`,
      sql.query(`do $$ begin
        while not exists (select from stela.organizations where id = '${release}') loop perform pg_sleep(0.02); end loop;
      end $$`),
    ]);
    // It has its number once a number is missing from those that are seen.
    await vi.waitFor(async () => {
      const [row] = await sql`select last_value::int as last from stela.audit_events_id_seq`;
      expect(row?.["last"]).toBeGreaterThan((await sealedIds()).at(-1) ?? 0);
    });
    await write(own, 3);
    expect(await sealNow("0.1 seconds")).toMatchObject({ outcome: "busy", sealed: 0 });
    expect((await verify()).body).toMatchObject({ valid: true, seals: 2, unsealedEvents: 3 });
    const waiting = sealNow("30 seconds");
    await sql`insert into stela.organizations (id, name) values (${release}, 'released')`;
    await slow;
    expect(await waiting).toMatchObject({ outcome: "done", sealed: 4 });
    expect((await verify()).body).toMatchObject({ valid: true, events: 13, unsealedEvents: 0 });
  });

  test("hold under writers of all kinds, however often they are made meanwhile", async () => {
    let isWriting = true;
    const sealing = (async () => {
      while (isWriting) await sealNow("1 second");
    })();
    const narrow = await own.newKey({ scopes: [] });
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < 15; n++) {
          const path = documentPath(`box-${writer % 3}`, `d${n}`);
          await own.call("PUT", path, { body: { content: "x" } });
          await own.call("PUT", path, { body: { content: "x" }, headers: { "if-none-match": "*" } });
          if (n % 5 === 0) await own.call("PUT", path, { body: { content: "x" }, key: narrow });
        }
      }),
    );
    isWriting = false;
    await sealing;
    await sealNow();
    let after = "";
    let events = 0;
    do {
      const { body } = await verify(after);
      expect(body).toMatchObject({ valid: true, unsealedEvents: 0 });
      events += body.events;
      after = body.nextCursor === null ? "" : `cursor=${body.nextCursor}`;
    } while (after !== "");
    expect(events).toBe((await sealedIds()).length);
  });

  test("are recomputed page by page", async () => {
    for (let n = 0; n < 23; n++) {
      await write(own, 1);
      await sealNow();
    }
    const first = (await verify()).body;
    expect(first).toMatchObject({ valid: true, seals: 20, nextCursor: expect.any(String) });
    const second = (await verify(`cursor=${first.nextCursor}`)).body;
    expect(second).toMatchObject({ valid: true, seals: 5, nextCursor: null });
    expect(first.events + second.events).toBe(32);
    const [last] = (await sealedIds()).slice(-1);
    await asOwner(database)`delete from stela.audit_events where id = ${last}`;
    expect((await verify()).body).toMatchObject({ valid: true });
    expect((await verify(`cursor=${first.nextCursor}`)).body).toMatchObject({
      problem: { reason: "missing_event", seal: 25 },
    });
  });

  test("hold at most 1,000 events each, and are made in as many statements as it takes", async () => {
    await asOwner(database)`insert into stela.audit_events (org_id, actor, action, outcome, erasable_hash)
      select ${own.id}, 'system', 'test', 'done', '' from generate_series(1, 2500)`;
    const [row] = await asOwner(database)`select stela.seal_audit(2) as answer`;
    expect(row?.["answer"]).toEqual({ outcome: "done", sealed: 2_000, hasMore: true });
    expect(await sealNow()).toEqual({ outcome: "done", sealed: 500, hasMore: false });
    expect((await verify()).body).toMatchObject({ valid: true, seals: 5, events: 2_509 });
  });

  test("are made by the scheduled job", async () => {
    await write(own, 3);
    const { appUrl, endpointUrl } = database;
    const env = { DATABASE_URL: appUrl, DATABASE_FETCH_ENDPOINT: endpointUrl, SIGNING_SECRET: "s".repeat(32) };
    for (const cron of ["*/10 * * * *", "17 3 * * *"]) {
      await write(own, 2);
      const context = createExecutionContext();
      await worker.scheduled(createScheduledController({ cron }), env);
      await waitOnExecutionContext(context);
      expect((await verify()).body).toMatchObject({ valid: true, unsealedEvents: 0 });
    }
  });

  test("cannot be made, changed or taken away by the app's role, nor can events, but by being written", async () => {
    for (const statement of [
      "insert into stela.audit_seals select * from stela.audit_seals",
      "update stela.audit_seals set hash = ''",
      "delete from stela.audit_seals",
      "update stela.audit_events set erased_by = gen_random_uuid()",
      "delete from stela.audit_events",
    ]) {
      await expect(asApp(database).query(statement), statement).rejects.toMatchObject({ code: "42501" });
    }
    // What it writes itself gets its number, time and hash like any other.
    const sql = asApp(database);
    const [, rows] = await sql.transaction([
      sql`select set_config('app.org_id', ${own.id}, true)`,
      sql`insert into stela.audit_events (org_id, actor, action, outcome, at, erasable_hash, erased_by)
        values (${own.id}, 'x', 'x', 'done', '2000-01-01', '\\x00', gen_random_uuid())
        returning id::int, at > now() - interval '1 hour' as is_now, length(erasable_hash) as length, erased_by`,
    ]);
    expect(rows).toEqual([{ id: expect.any(Number), is_now: true, length: 32, erased_by: null }]);
  });

  test("are verified only for a key that covers every container", async () => {
    const key = await own.newKey({ containers: ["sealed", "s*"] });
    expectProblem(await own.call("GET", "/v1/audit/verify", { key }), 403, "forbidden");
  });

  /** Writes an event as who owns the table can, numbered as they like. */
  async function forge(select: string): Promise<void> {
    const sql = asOwner(database);
    await sql.transaction([
      sql.query("alter table stela.audit_events disable trigger audit_events_number"),
      sql.query(`insert into stela.audit_events (org_id, id, actor, action, outcome, container_tag, custom_id, details, erasable_hash)
        overriding system value ${select}`),
      sql.query("alter table stela.audit_events enable trigger audit_events_number"),
    ]);
  }
});

function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}
