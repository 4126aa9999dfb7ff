import type { Shard } from "./session.ts";

/** A table that holds rows of organizations, as the catalog describes it. */
export interface Table {
  readonly name: string;
  /** All but those that are generated. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** The types of the key's columns. */
  readonly keyTypes: readonly string[];
  /** Of a column that is numbered from a sequence; null for none. */
  readonly sequence: string | null;
  readonly numbered: string | null;
}

/** Kept by the triggers of documents, in the new shard as in the old. */
const COUNTERS = ["container_counters", "organization_counters"];

/** Every table that carries an organization but its counters, so that a table made later is moved by being there. Keys come first. */
export async function movedTables(shard: Shard): Promise<Table[]> {
  return await shard.query<Table>(
    `select c.relname as name,
       (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute as a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select array_agg(quote_ident(a.attname) order by k.place) from pg_index as i
         cross join unnest(i.indkey) with ordinality as k (number, place)
         join pg_attribute as a on a.attrelid = c.oid and a.attnum = k.number where i.indrelid = c.oid and i.indisprimary) as key,
       (select array_agg(format_type(a.atttypid, a.atttypmod) order by k.place) from pg_index as i
         cross join unnest(i.indkey) with ordinality as k (number, place)
         join pg_attribute as a on a.attrelid = c.oid and a.attnum = k.number where i.indrelid = c.oid and i.indisprimary) as "keyTypes",
       pg_get_serial_sequence(c.oid::regclass::text, numbered.name) as sequence, quote_ident(numbered.name) as numbered
     from pg_class as c
     left join lateral (select a.attname::text as name from pg_attribute as a where a.attrelid = c.oid and a.attidentity <> '') as numbered on true
     where c.relnamespace = 'stela'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
       and exists (select from pg_attribute as a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
     order by c.relname <> 'api_keys', c.relname`,
    [COUNTERS],
  );
}

/** What a table holds of the organization, so that two shards can be compared: a count, and a sum of hashes of whole rows. */
export async function digest(shard: Shard, { name, columns }: Table, organizationId: string): Promise<string> {
  const [row] = await shard.query<{ digest: string }>(
    `select count(*) || ' rows, ' || coalesce(sum(('x' || left(md5(row(${columns.join(", ")})::text), 16))::bit(64)::bigint), 0) as digest
     from stela.${name} where org_id = $1`,
    [organizationId],
  );
  return row?.digest ?? "";
}

/** Deletes all that is left of the organization in a shard but the keys and the row that say where it lives. */
export async function removeRows(shard: Shard, organizationId: string, withKeys: boolean): Promise<void> {
  const names = (await movedTables(shard)).map(({ name }) => name).filter((name) => withKeys || name !== "api_keys");
  for (const name of [...names, ...COUNTERS])
    await shard.query(`delete from stela.${name} where org_id = $1`, [organizationId]);
  if (withKeys) await shard.query("delete from stela.organizations where id = $1", [organizationId]);
}
