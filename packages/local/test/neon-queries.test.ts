import { neon } from "@neondatabase/serverless";
import { beforeAll, describe, expect, test } from "vitest";
import { serveDatabase } from "./support/database.ts";
import { failureOf } from "./support/failure.ts";

const served = serveDatabase();

beforeAll(async () => {
  await served.direct.query("create table items (id integer primary key, name text not null)");
  await served.direct.query("create table parents (id integer primary key)");
  await served.direct.query(
    "create table children (parent integer references parents deferrable initially deferred, note text)",
  );
});

describe("a single query", () => {
  test("gives rows as objects, or as arrays when asked", async () => {
    expect(await served.sql`select ${1}::int as a, ${"x"} as b`).toEqual([{ a: 1, b: "x" }]);
    expect(await neon(served.url, { arrayMode: true })`select 1 as a, 'x' as a`).toEqual([[1, "x"]]);
  });

  test("gives command, count and fields with full results", async () => {
    const sql = neon(served.url, { fullResults: true });
    const result = await sql`insert into items values (1, 'one'), (2, 'two') returning id, name`;
    expect(result).toMatchObject({ command: "INSERT", rowCount: 2, rowAsArray: false });
    const { rows } = await served.direct.query("select 'items'::regclass::oid as id");
    expect(result.fields).toEqual([
      {
        name: "id",
        dataTypeID: 23,
        tableID: rows[0].id,
        columnID: 1,
        dataTypeSize: 4,
        dataTypeModifier: -1,
        format: "text",
      },
      {
        name: "name",
        dataTypeID: 25,
        tableID: rows[0].id,
        columnID: 2,
        dataTypeSize: -1,
        dataTypeModifier: -1,
        format: "text",
      },
    ]);
  });

  test("gives an empty list of rows and no count for a command without either", async () => {
    const result = await neon(served.url, { fullResults: true })`create table if not exists unused ()`;
    expect(result).toMatchObject({ command: "CREATE", rowCount: null, rows: [], fields: [] });
  });

  test("may be empty", async () => {
    expect(await neon(served.url, { fullResults: true }).query("")).toMatchObject({
      command: "",
      rowCount: null,
      rows: [],
    });
  });

  test("that holds two statements is refused by Postgres", async () => {
    expect(await failureOf(served.sql.query("select 1; select 2"))).toMatchObject({ code: "42601" });
  });

  test("that is a COPY is refused, and the next query works", async () => {
    expect((await failureOf(served.sql.query("copy items from stdin"))).message).toMatch(/COPY is not possible/);
    expect((await failureOf(served.sql.query("copy items to stdout"))).message).toMatch(/COPY is not possible/);
    expect(await served.sql`select 1 as a`).toEqual([{ a: 1 }]);
  });

  test("that opens a transaction and leaves it open does not keep the next one in it", async () => {
    await served.sql.query("begin");
    await served.sql.query("create table left_open ()");
    const { rows } = await served.direct.query(
      "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    expect(rows).toEqual([{ open: 0 }]);
  });

  test("that sets something for its session does not set it for the next", async () => {
    await served.sql.query("set statement_timeout = '7s'");
    await served.sql`select set_config('app.org_id', 'someone', false)`;
    const settings = Array.from(
      { length: 8 },
      () => served.sql`
      select current_setting('statement_timeout') as timeout, coalesce(current_setting('app.org_id', true), '') as org`,
    );
    for (const rows of await Promise.all(settings)) expect(rows).toEqual([{ timeout: "0", org: "" }]);
  });
});

describe("a batch", () => {
  test("is one request and one transaction", async () => {
    const before = served.endpoint.requestCount();
    const [[first], [second]] = (await served.sql.transaction([
      served.sql`select pg_current_xact_id()::text as id`,
      served.sql`select pg_current_xact_id()::text as id`,
    ])) as [[{ id: string }], [{ id: string }]];
    expect(first.id).toBe(second.id);
    expect(served.endpoint.requestCount() - before).toBe(1);
  });

  test("applies nothing when a later statement fails", async () => {
    const failure = await failureOf(
      served.sql.transaction([served.sql`insert into items values (50, 'kept?')`, served.sql`select 1 / 0`]),
    );
    expect(failure).toMatchObject({ code: "22012" });
    expect(await served.sql`select from items where id = 50`).toEqual([]);
  });

  test("reports a failure of COMMIT itself", async () => {
    const failure = await failureOf(served.sql.transaction([served.sql`insert into children values (404, 'orphan')`]));
    expect(failure).toMatchObject({ code: "23503", table: "children" });
    expect(await served.sql`select from children`).toEqual([]);
  });

  test("may be empty", async () => {
    expect(await served.sql.transaction([])).toEqual([]);
  });

  test("keeps array mode and full results per query", async () => {
    const results = await served.sql.transaction([served.sql`select 1 as a`, served.sql`select 'x' as b`], {
      arrayMode: true,
      fullResults: true,
    });
    expect(results).toMatchObject([
      { rows: [[1]], rowCount: 1 },
      { rows: [["x"]], fields: [{ name: "b" }] },
    ]);
  });

  test.each([
    ["ReadUncommitted", "read uncommitted"],
    ["ReadCommitted", "read committed"],
    ["RepeatableRead", "repeatable read"],
    ["Serializable", "serializable"],
  ] as const)("runs at isolation level %s", async (isolationLevel, name) => {
    const [rows] = await served.sql.transaction([served.sql`show transaction_isolation`], { isolationLevel });
    expect(rows).toEqual([{ transaction_isolation: name }]);
  });

  test("that is read only refuses to write", async () => {
    const failure = await failureOf(
      served.sql.transaction([served.sql`insert into items values (51, 'no')`], { readOnly: true }),
    );
    expect(failure).toMatchObject({ code: "25006" });
  });

  test("is deferrable when asked", async () => {
    const [rows] = await served.sql.transaction([served.sql`show transaction_deferrable`], {
      isolationLevel: "Serializable",
      readOnly: true,
      deferrable: true,
    });
    expect(rows).toEqual([{ transaction_deferrable: "on" }]);
    const [plain] = await served.sql.transaction([served.sql`show transaction_deferrable`]);
    expect(plain).toEqual([{ transaction_deferrable: "off" }]);
  });

  test("of two serializable transactions that clash fails one of them", async () => {
    await served.direct.query("create table accounts (id integer primary key, balance integer)");
    await served.direct.query("insert into accounts values (1, 100), (2, 100)");
    const withdraw = (id: number) =>
      served.sql.transaction(
        [
          served.sql`select sum(balance) from accounts`,
          served.sql`select pg_sleep(0.2)`,
          served.sql`update accounts set balance = balance - 150 where id = ${id}`,
        ],
        { isolationLevel: "Serializable" },
      );
    const outcomes = await Promise.allSettled([withdraw(1), withdraw(2)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "40001" } });
  });
});
