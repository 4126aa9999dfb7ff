import { prune, seal } from "@stela/core/maintenance";
import { beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../src/database.ts";
import { asOwner, type Database, newDatabase } from "./database.ts";
import { documentPath, newOrganization, type Organization, putAll, runCommand } from "./organization.ts";
import { expectProblem } from "./problem.ts";

/** More than a plan made for one row would do in the time of a test. */
const MANY = 1_000;
const tag = "box";

let database: Database;
let organization: Organization;
beforeEach(async () => {
  database = await newDatabase();
  organization = await newOrganization(database);
});

const texts = Object.fromEntries(
  Array.from({ length: MANY }, (_, n) => [`/memories/d/${String(n).padStart(4, "0")}`, `text ${n}`]),
);
const post = (verb: string, body: object, session?: string) =>
  organization.call("POST", `/v1/containers/${tag}/${verb}`, {
    body,
    headers: session === undefined ? {} : { "stela-session": session },
  });

/** What was written of every change, and what should have been. */
async function expectRecordsWhole(): Promise<void> {
  const sql = asOwner(database);
  const [records] = await sql`select
    (select count(*)::int from stela.documents as d where not exists (
      select from stela.revisions as r where r.org_id = d.org_id and r.document_id = d.id and r.version = d.version
        and (r.custom_id, r.content, r.metadata, r.tags) = (d.custom_id, d.content, d.metadata, d.tags))) as unrecorded,
    (select count(*)::int from (select from stela.revisions group by document_id having count(*) <> max(version)) as gap) as gaps,
    (select count(*)::int from stela.revisions as r where 1 <> (
      select count(*) from stela.audit_events as e where e.org_id = r.org_id and e.document_id = r.document_id
        and e.details ->> 'version' = r.version::text and e.action = 'document.' || r.operation
        and e.custom_id = r.custom_id and e.session is not distinct from r.session)) as unnoted,
    (select sum(documents)::int from stela.container_counters) - (select count(*)::int from stela.documents) as miscounted,
    (select sum(bytes)::int from stela.organization_counters) - (select coalesce(sum(bytes), 0)::int from stela.documents) as bytes`;
  expect(records).toEqual({ unrecorded: 0, gaps: 0, unnoted: 0, miscounted: 0, bytes: 0 });
  const env = { DATABASE_URL: database.appUrl, DATABASE_FETCH_ENDPOINT: database.endpointUrl, SIGNING_SECRET: "" };
  await seal(openDatabase(env, database.appUrl, { roundTrips: 0, elapsedMs: 0 }));
  const verified = await organization.call("GET", "/v1/audit/verify");
  expect(verified.body).toMatchObject({ valid: true, unsealedEvents: 0 });
}

describe("a call that writes very many documents", () => {
  test("records each version of each of them once, sealed and counted: rename, delete, undo and undo of that", async () => {
    await putAll(organization, tag, texts);
    const moved = await post("rename", { from: "/memories/d", to: "/memories/e" }, "move");
    expect(moved.body.renamed).toBe(MANY);
    await expectRecordsWhole();
    await runCommand(organization, tag, { command: "delete", path: "/memories/e" });
    await expectRecordsWhole();
    const [noted] = await asOwner(
      database,
    )`select details from stela.audit_events where action = 'document.rename' limit 1`;
    expect(noted?.["details"]).toMatchObject({ version: 2, bytes: 0, from: expect.stringMatching("^/memories/d/") });
  });

  test("undoes it, and the undo of it, and erases all of it without a word on each", async () => {
    await putAll(organization, tag, texts);
    await post("rename", { from: "/memories/d", to: "/memories/e" }, "move");
    const plan = await post("undo", { session: "move", dryRun: true });
    const undone = await post("undo", { session: "move" });
    expect([plan.body.undone, undone.body.undone, undone.body.left]).toEqual([MANY, MANY, 0]);
    await expectRecordsWhole();
    expect((await post("undo", { session: undone.body.session })).body.undone).toBe(MANY);
    await expectRecordsWhole();
    const { body } = await post("erase", { prefix: "/memories/e/" });
    expect(body).toMatchObject({ isClean: true, counts: { documents: MANY, revisions: 4 * MANY } });
    const [left] = await asOwner(database)`select
      (select count(*)::int from stela.revisions) as revisions, (select count(*)::int from stela.documents) as documents,
      (select sum(documents)::int from stela.container_counters) as counted,
      (select count(*)::int from stela.audit_events where action = 'document.delete') as deletes,
      (select count(*)::int from stela.audit_events where custom_id is not null or details::text like '%/memories/%') as names`;
    expect(left).toEqual({ revisions: 0, documents: 0, counted: 0, deletes: 0, names: 0 });
    expect((await organization.call("GET", "/v1/usage")).body.rows).toMatchObject([{ deletes: MANY }]);
    const verified = await organization.call("GET", "/v1/audit/verify");
    expect(verified.body).toMatchObject({ valid: true });
  });
});

test("the scheduled job prunes in as many statements as it takes, and each expiry is recorded", async () => {
  await putAll(organization, tag, Object.fromEntries(Object.entries(texts).slice(0, 10)));
  await organization.call("PATCH", `/v1/containers/${tag}`, { body: { revisionRetentionDays: 1 } });
  const sql = asOwner(database);
  const expiresAt = new Date().toISOString();
  for (let n = 0; n < 7; n++) {
    await organization.call("PATCH", documentPath(tag, `/memories/d/000${n}`), { body: { expiresAt } });
  }
  await sql`update stela.revisions set at = at - interval '2 days'`;
  const env = { DATABASE_URL: database.appUrl, DATABASE_FETCH_ENDPOINT: database.endpointUrl, SIGNING_SECRET: "" };
  const send = openDatabase(env, database.appUrl, { roundTrips: 0, elapsedMs: 0 });
  expect(await prune(send, 4)).toEqual({
    expiredDocuments: 7,
    archivedFacts: 0,
    prunedRevisions: 14,
    forgottenAnswers: 0,
    hasMore: false,
  });
  const [left] = await sql`select (select count(*)::int from stela.documents) as documents,
    (select count(*)::int from stela.revisions where operation = 'delete') as deletes,
    (select count(*)::int from stela.audit_events where action = 'document.delete') as noted`;
  expect(left).toEqual({ documents: 3, deletes: 7, noted: 7 });
});

describe("a call that may write very many documents", () => {
  /** Holds the container as a writer of many would, until it is let go. */
  async function held(): Promise<() => Promise<void>> {
    const sql = asOwner(database);
    const holding =
      sql`with held as materialized (select pg_advisory_xact_lock(hashtextextended(${tag}, hashtextextended(${organization.id}, 0))))
      select pg_sleep(600) from held`.catch(() => []);
    await until(
      async () =>
        (
          await sql`select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`
        ).length > 0,
    );
    return async () => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'with held%' and datname = current_database()`;
      await holding;
    };
  }

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  const waiting = async (): Promise<number> =>
    (
      await asOwner(
        database,
      )`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    ).length;

  test("has more time than others", async () => {
    await asOwner(database).query(
      `do $$ begin execute format('alter role stela_app in database %I set statement_timeout = ''3s''', current_database()); end $$`,
    );
    const release = await held();
    const undoing = post("undo", { session: "nobody" });
    await until(async () => (await waiting()) === 1);
    const put = await organization.call("PUT", documentPath(tag, "a"), { body: { content: "" } });
    expectProblem(put, 503, "unavailable");
    await release();
    expect((await undoing).status).toBe(200);
  });

  test("is refused as too large, not as worth a retry, when it has taken all of it; nothing is changed", async () => {
    await putAll(organization, tag, { "/memories/d/a": "a" });
    const release = await held();
    const calls = [
      post("undo", { session: "nobody" }),
      post("erase", { prefix: "/memories/d/" }),
      post("rename", { from: "/memories/d", to: "/memories/e" }),
      organization.call("DELETE", `/v1/containers/${tag}`),
      runCommand(organization, tag, { command: "delete", path: "/memories/d" }),
    ];
    await until(async () => (await waiting()) === calls.length);
    await asOwner(database)`select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'`;
    for (const answer of await Promise.all(calls)) {
      expectProblem(answer, 413, "too_large");
      expect(answer.body).toMatchObject({ reason: "takes_too_long" });
    }
    await release();
    expect((await organization.call("GET", documentPath(tag, "/memories/d/a"))).body).toMatchObject({ version: 1 });
  });
});
