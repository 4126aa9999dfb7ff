import { neon, neonConfig } from "@neondatabase/serverless";
import { beforeAll, describe, expect, test } from "vitest";
import { asRole, toDatabase } from "../src/connection-string.ts";
import { freePort } from "../src/processes/port.ts";
import { serveDatabase } from "./support/database.ts";
import { failureOf } from "./support/failure.ts";

const served = serveDatabase({ acquireTimeoutMs: 3_000 });

beforeAll(async () => {
  await served.direct.query("create table named (id integer constraint named_id_key unique, v integer not null)");
});

describe("an error of a statement carries", () => {
  test("schema, table, constraint and detail", async () => {
    await served.sql`insert into named values (1, 1)`;
    expect(await failureOf(served.sql`insert into named values (1, 1)`)).toMatchObject({
      name: "NeonDbError",
      message: 'duplicate key value violates unique constraint "named_id_key"',
      severity: "ERROR",
      code: "23505",
      detail: "Key (id)=(1) already exists.",
      schema: "public",
      table: "named",
      constraint: "named_id_key",
      file: "nbtinsert.c",
      line: expect.stringMatching(/^\d+$/),
      routine: "_bt_check_unique",
    });
  });

  test("column", async () => {
    expect(await failureOf(served.sql`insert into named values (2, null)`)).toMatchObject({
      code: "23502",
      column: "v",
    });
  });

  test("position and hint", async () => {
    expect(await failureOf(served.sql`select vv from named`)).toMatchObject({
      code: "42703",
      position: "8",
      hint: expect.stringContaining("named.v"),
    });
  });

  test("internal position, internal query and where", async () => {
    expect(await failureOf(served.sql.query("do $$ begin execute 'select nonsense'; end $$"))).toMatchObject({
      code: "42703",
      internalPosition: "8",
      internalQuery: "select nonsense",
      where: expect.stringContaining("PL/pgSQL function"),
    });
  });

  test("data type, and a SQLSTATE of our own", async () => {
    const raise = `do $$ begin raise exception using errcode = 'ST401', message = 'no', datatype = 'kind', hint = 'h', detail = 'd'; end $$`;
    expect(await failureOf(served.sql.query(raise))).toMatchObject({
      code: "ST401",
      message: "no",
      dataType: "kind",
      hint: "h",
      detail: "d",
      constraint: undefined,
    });
  });

  test("nothing that the next query on the connection would feel", async () => {
    for (let round = 0; round < 30; round += 1) {
      await failureOf(served.sql.transaction([served.sql`select 1 / 0`]));
      expect(await served.sql`select 1 as a`).toEqual([{ a: 1 }]);
    }
  });
});

describe("the caller's mistake is a 400 with its SQLSTATE", () => {
  test("too few parameters", async () => {
    expect(await failureOf(served.sql.query("select $1::int, $2::int", [1]))).toMatchObject({ code: "08P01" });
  });

  test("a database that does not exist", async () => {
    expect(await failureOf(neon(toDatabase(served.url, "nowhere"))`select 1`)).toMatchObject({ code: "3D000" });
  });

  test("a wrong password", async () => {
    const failure = await failureOf(neon(asRole(served.url, "postgres", "wrong"))`select 1`);
    expect(failure).toMatchObject({ code: "28P01", severity: "FATAL" });
  });

  test("a statement that takes longer than its own timeout", async () => {
    const failure = await failureOf(
      served.sql.transaction([served.sql`set local statement_timeout = 50`, served.sql`select pg_sleep(10)`]),
    );
    expect(failure).toMatchObject({ code: "57014" });
  });
});

describe("the database's absence is a 5xx without a SQLSTATE", () => {
  test("nobody listens", async () => {
    const url = new URL(served.url);
    url.port = String(await freePort());
    const failure = await failureOf(neon(url.href)`select 1`);
    expect(failure.message).toMatch(/HTTP status 503.*cannot be reached/);
    expect(failure.code).toBeUndefined();
  });

  test("the session is ended by the server", async () => {
    const failure = await failureOf(served.sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`);
    expect(failure.message).toMatch(/HTTP status 503/);
    expect(failure.code).toBeUndefined();
    expect(await served.sql`select 1 as a`).toEqual([{ a: 1 }]);
  });

  test("idle connections were ended by the server: the next queries work or fail cleanly, then all work", async () => {
    await Promise.all(Array.from({ length: 10 }, () => served.sql`select pg_sleep(0.05)`));
    await served.direct.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await Promise.allSettled(Array.from({ length: 10 }, () => served.sql`select 1`));
    const after = await Promise.all(Array.from({ length: 20 }, () => served.sql`select 1 as a`));
    expect(after).toEqual(Array.from({ length: 20 }, () => [{ a: 1 }]));
  });

  test("the endpoint itself is away", async () => {
    neonConfig.fetchEndpoint = `http://127.0.0.1:${await freePort()}/sql`;
    const failure = await failureOf(served.sql`select 1`);
    neonConfig.fetchEndpoint = served.endpoint.url;
    expect(failure.message).toMatch(/Error connecting to database/);
  });
});
