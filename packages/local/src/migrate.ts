import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client, DatabaseError } from "pg";
import { asRole, withCheckedTls } from "./connection-string.ts";
import { LocalStackError } from "./local-stack-error.ts";

/** The role the API connects as. A migration makes it. */
export const APP_ROLE = "stela_app";

/** The role the dashboard connects as: it sees people, and no document. */
const DASHBOARD_ROLE = "stela_dashboard";

const REPOSITORY = path.resolve(import.meta.dirname, "../../..");
const MIGRATIONS = path.join(REPOSITORY, "drizzle");
const FUNCTIONS = path.join(REPOSITORY, "packages/core/src/db/functions");
const OLDEST_SERVER = 170_000;
const CONCURRENT_UPDATE = "XX000";
const LOCK = "select pg_advisory_lock(hashtext('stela migrations'))";

export interface MigrateOptions {
  /** A role that may create tables and roles. */
  readonly databaseUrl: string;
  /** Becomes the password of the role `stela_app`, on the whole server. */
  readonly appPassword: string;
  /** The same for the role `stela_dashboard`; without it, that role cannot connect. */
  readonly dashboardPassword?: string | undefined;
}

/**
 * Brings a database to the present schema: the drizzle migrations it lacks, then every function, replaced. Repeatable;
 * two at once wait for each other.
 */
export async function migrate({
  databaseUrl,
  appPassword,
  dashboardPassword,
}: MigrateOptions): Promise<{ applied: string[] }> {
  const client = new Client({ connectionString: withCheckedTls(databaseUrl) });
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query(LOCK);
    const before = await countApplied(client);
    if ((await tags()).length > 0) await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
    await replaceFunctions(client);
    await setPassword(client, APP_ROLE, appPassword);
    if (dashboardPassword !== undefined) await setPassword(client, DASHBOARD_ROLE, dashboardPassword);
    return { applied: (await tags()).slice(before) };
  } finally {
    await client.end();
  }
}

/** The same database for the role the API connects as. */
export function appUrl(databaseUrl: string, appPassword: string): string {
  return asRole(databaseUrl, APP_ROLE, appPassword);
}

/** The same database for the role the dashboard connects as. */
export function dashboardDatabaseUrl(databaseUrl: string, dashboardPassword: string): string {
  return asRole(databaseUrl, DASHBOARD_ROLE, dashboardPassword);
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as name",
  );
  const [server] = rows;
  if (server !== undefined && Number(server.number) >= OLDEST_SERVER) return;
  throw new LocalStackError(
    `DATABASE_URL names a PostgreSQL ${server?.name}. Stela needs 17 or newer: upgrade it, or leave DATABASE_URL out ` +
      "to start the one that comes with Stela.",
  );
}

async function tags(): Promise<string[]> {
  const text = await readFile(path.join(MIGRATIONS, "meta/_journal.json"), "utf8").catch(() => '{"entries":[]}');
  const journal = JSON.parse(text) as { entries: { tag: string }[] };
  return journal.entries.map(({ tag }) => tag);
}

async function countApplied(client: Client): Promise<number> {
  const { rows } = await client.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as name",
  );
  if (rows[0]?.name == null) return 0;
  const counted = await client.query<{ count: string }>("select count(*) from drizzle.__drizzle_migrations");
  return Number(counted.rows[0]?.count);
}

async function replaceFunctions(client: Client): Promise<void> {
  const names = (await readdir(FUNCTIONS).catch(() => [])).filter((name) => name.endsWith(".sql")).sort();
  await client.query("begin");
  try {
    for (const name of names) {
      const text = await readFile(path.join(FUNCTIONS, name), "utf8");
      await client.query(text).catch((error: unknown) => {
        throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
      });
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

// Roles belong to the whole server while the lock belongs to one database, so another database of the server may be
// setting the same role at this moment; Postgres reports that as an internal error.
async function setPassword(client: Client, name: string, password: string): Promise<void> {
  const role = await client.query("select from pg_roles where rolname = $1", [name]);
  if (role.rowCount === 0) return;
  const statement = `alter role ${name} with login password ${client.escapeLiteral(password)}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const isClash = error instanceof DatabaseError && error.code === CONCURRENT_UPDATE;
      if (!isClash || attempt === 10) throw error;
    }
  }
}
