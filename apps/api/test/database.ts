import { neon, neonConfig } from "@neondatabase/serverless";
import { inject } from "vitest";

/** A database under test, as its owner and as the Worker see it. */
export interface Database {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly endpointUrl: string;
}

export function sharedDatabase(): Database {
  return inject("database");
}

/** SQL as the owner of the database, who sees everything. */
export function asOwner(database: Database = sharedDatabase()) {
  neonConfig.fetchEndpoint = database.endpointUrl;
  return neon(database.ownerUrl);
}

/** SQL as the role the Worker connects as. */
export function asApp(database: Database = sharedDatabase()) {
  neonConfig.fetchEndpoint = database.endpointUrl;
  return neon(database.appUrl);
}

/** A database that no other test sees. */
export async function newDatabase(): Promise<Database> {
  return await control("POST", "/databases");
}

export interface ProxiedDatabase extends Database {
  /** Requests that have come to the endpoint. */
  requests(): Promise<number>;
  /** The next requests, after so many, reach the database, and their answers get lost on the way back. */
  loseAnswers(count: number, after?: number): Promise<void>;
}

/** The shared database, behind a way of its own. */
export async function proxiedDatabase(): Promise<ProxiedDatabase> {
  const { proxy } = await control<{ proxy: number }>("POST", "/proxies");
  const path = `/proxies/${proxy}`;
  return {
    ...sharedDatabase(),
    endpointUrl: `${inject("controlUrl")}${path}/sql`,
    requests: async () => (await control<{ requests: number }>("GET", path)).requests,
    loseAnswers: async (count, after = 0) => {
      await control("POST", `${path}/lose/${count}/${after}`);
    },
  };
}

export interface MortalDatabase extends Database {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A Postgres of its own, to be killed and started again. */
export async function mortalDatabase(): Promise<MortalDatabase> {
  const { mortal, ...database } = await control<Database & { mortal: number }>("POST", "/mortals");
  const tell = async (verb: string): Promise<void> => {
    await control("POST", `/mortals/${mortal}/${verb}`);
  };
  return { ...database, kill: () => tell("kill"), start: () => tell("start") };
}

async function control<Answer>(method: string, path: string): Promise<Answer> {
  const response = await fetch(inject("controlUrl") + path, { method });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}

/**
 * How many rows each table has and a digest of them, but for when a key was last used and for refusals that were noted; of one
 * organization, or of all.
 */
export async function contents(database: Database, organizationId?: string): Promise<Record<string, string>> {
  const sql = asOwner(database);
  const tables = await sql`select c.relname as name, exists (
      select from pg_attribute as a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped) as is_owned
    from pg_class as c where c.relnamespace = 'stela'::regnamespace and c.relkind = 'r' order by 1`;
  const digests = tables.map(({ name, is_owned }) => {
    const owner = is_owned ? "org_id" : name === "organizations" ? "id" : null;
    const isOurs = organizationId === undefined || owner === null ? "true" : `${owner} = '${organizationId}'`;
    const isKept = name === "audit_events" ? "action <> 'request.refused'" : "true";
    return `select '${name}' as name, count(*) || ' rows, ' || coalesce(md5(string_agg(row, '' order by row)), '') as digest
      from (select md5((to_jsonb(t) - 'last_used_at')::text) as row from stela.${name} as t
        where ${isOurs} and ${isKept}) as rows`;
  });
  const rows = await sql.query(digests.join(" union all "));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
