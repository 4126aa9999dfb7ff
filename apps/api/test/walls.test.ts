import { hashKey } from "@stela/core/keys";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../src/routes/table.ts";
import { asApp, asOwner, type Database, newDatabase, sharedDatabase } from "./database.ts";
import { callExample, newFixture } from "./examples.ts";
import { expectNothingOfANeighbour } from "./neighbour.ts";
import { newOrganization, type Organization } from "./organization.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

describe("row-level security alone, without any condition in the statement,", () => {
  let organization: Organization;
  let neighbour: Organization;
  let neighbourId: string;
  let tables: readonly { readonly name: string; readonly owner: string }[];
  beforeAll(async () => {
    [organization, neighbour] = [await newOrganization(), await newOrganization()];
    for (const each of [organization, neighbour]) {
      const fixture = await newFixture(each, "walled");
      if (each === neighbour) neighbourId = fixture.id;
      for (const route of routes)
        await callExample(each, route, await newFixture(each, `w-${route.operationId}`), {
          headers: { "idempotency-key": route.operationId },
        });
    }
    const found =
      await asOwner()`select c.relname as name, case when c.relname = 'organizations' then 'id' else 'org_id' end as owner
      from pg_class as c where c.relnamespace = 'stela'::regnamespace and c.relkind = 'r'
        and has_any_column_privilege('stela_app', c.oid, 'select') order by 1`;
    tables = found as unknown as typeof tables;
  });

  /** Runs a statement as the Worker does, after authenticating, and gives back its rows. */
  async function run(statement: string, key: string | null = organization.key): Promise<Rows> {
    const sql = asApp();
    const authenticate =
      key === null
        ? "select 1"
        : `select stela.authenticate('\\x${await hashKey(key)}', 'documents:read', null, '', 'walls', null)`;
    const results = await sql.transaction([sql.query(authenticate), sql.query(statement)]);
    return results[1] as Rows;
  }

  test("shows the app's role nothing before it has authenticated", async () => {
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["audit_events", "containers", "documents", "idempotency", "revisions"]),
    );
    for (const { name, owner } of tables) {
      expect(await run(`select '${name}' as name, count(${owner})::int as count from stela.${name}`, null)).toEqual([
        { name, count: 0 },
      ]);
    }
  });

  test("shows it the rows of its own organization afterwards, and no other's", async () => {
    for (const { name, owner } of tables) {
      const owners = await run(`select distinct ${owner} as owner from stela.${name}`);
      expect({ name, owners: owners.map((row) => row["owner"]) }).toEqual({
        name,
        owners: owners.length === 0 ? [] : [organization.id],
      });
    }
    expect(await run("select count(*) > 0 as has from stela.documents")).toEqual([{ has: true }]);
  });

  test("lets it change and delete no other's rows, and write none for others", async () => {
    expect(
      await run(`update stela.documents set version = version + 1 where id = '${neighbourId}' returning id`),
    ).toEqual([]);
    expect(await run(`delete from stela.documents where id = '${neighbourId}' returning id`)).toEqual([]);
    expect(
      await run(
        `update stela.containers set on_existing = 'overwrite' where org_id = '${neighbour.id}' returning org_id`,
      ),
    ).toEqual([]);
    for (const statement of [
      `insert into stela.documents (org_id, id, container_tag, custom_id, version, content) values ('${neighbour.id}', gen_random_uuid(), 'walled', 'x', 1, '')`,
      `insert into stela.containers (org_id, container_tag) values ('${neighbour.id}', 'x')`,
      `update stela.documents set org_id = '${neighbour.id}', version = version + 1`,
    ]) {
      await expect(run(statement), statement).rejects.toMatchObject({ code: "42501" });
    }
  });

  test.each([
    "insert into stela.revisions select * from stela.revisions limit 1",
    "update stela.revisions set content = ''",
    "delete from stela.revisions",
    "truncate stela.revisions",
    "update stela.audit_events set actor = 'x'",
    "delete from stela.audit_events",
    "truncate stela.audit_events",
    "truncate stela.documents",
    "update stela.container_counters set documents = 0",
    "select * from stela.api_keys",
    "update stela.api_keys set scopes = '{admin}'",
    "insert into stela.organizations (id, name) values (gen_random_uuid(), 'x')",
    "alter table stela.documents disable row level security",
    "alter table stela.documents disable trigger all",
    "drop trigger documents_record_revision on stela.documents",
    "create table stela.mine ()",
    "create function stela.mine() returns int language sql return 1",
    "set role stela_owner",
    "set local session_replication_role = replica",
    "set local session authorization stela_owner",
    "create policy mine on stela.documents using (true)",
  ])("and its privileges keep it from: %s", async (statement) => {
    await expect(run(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42883|42P01|22023)$/) });
  });

  test("turned off by the app's role shows an error, not the rows", async () => {
    const sql = asApp();
    await expect(
      sql.transaction([sql.query("set local row_security = off"), sql.query("select count(*) from stela.documents")]),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test("is forced on every table that has an owner, and the app's role cannot get round it", async () => {
    const rows =
      await asOwner()`select c.relname, c.relrowsecurity and c.relforcerowsecurity as is_forced from pg_class as c
      where c.relnamespace = 'stela'::regnamespace and c.relkind = 'r' and c.relname not in ('api_keys', 'organizations')`;
    expect(rows.filter(({ is_forced }) => !is_forced)).toEqual([]);
    const [role] =
      await asOwner()`select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as is_mighty from pg_roles where rolname = 'stela_app'`;
    expect(role).toEqual({ is_mighty: false });
    const open =
      await asOwner()`select p.proname from pg_proc as p where p.pronamespace = 'stela'::regnamespace and p.prosecdef
      and not exists (select from unnest(p.proconfig) as setting where setting like 'search_path=%')`;
    expect(open).toEqual([]);
  });

  test("leaves no setting of one request to the next on the same connection", async () => {
    for (let round = 0; round < 30; round++) {
      await run("select 1");
      const [row] = await asApp(sharedDatabase())`select coalesce(current_setting('app.org_id', true), '') as org`;
      expect(row).toEqual({ org: "" });
    }
  });
});

describe("the conditions of the statements alone, with row-level security switched off,", () => {
  let database: Database;
  let organization: Organization;
  beforeAll(async () => {
    database = await newDatabase();
    const sql = asOwner(database);
    const tables =
      await sql`select c.relname as name from pg_class as c where c.relnamespace = 'stela'::regnamespace and c.relkind = 'r'`;
    for (const { name } of tables) {
      await sql.query(`alter table stela.${name} disable row level security`);
      await sql.query(`alter table stela.${name} no force row level security`);
    }
    organization = await newOrganization(database);
  });

  test.each(routes.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
    "tell a neighbour nothing by $name",
    ({ route }) => expectNothingOfANeighbour(database, organization, route),
  );
});
