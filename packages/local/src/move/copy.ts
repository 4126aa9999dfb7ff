import type { Shard } from "./session.ts";
import type { Table } from "./tables.ts";

/** What one statement carries, about; the first one of a table has as many rows as are safe at any size. */
const CHUNK_BYTES = 8 * 1_048_576;
const FIRST_ROWS = 50;
const MOST_ROWS = 5_000;

/**
 * Copies the rows of an organization in the order of their key, each chunk in a transaction of its own, from where the copy of an earlier
 * run ended. The organization is frozen, so no row is passed over. Keys may be there already, of an earlier life in this shard: they
 * are brought up to date.
 */
export async function copyTable(source: Shard, target: Shard, table: Table, organizationId: string): Promise<number> {
  const { name, columns, key, keyTypes } = table;
  const isKeys = name === "api_keys";
  let after = isKeys ? null : await lastKey(target, table, organizationId);
  let limit = FIRST_ROWS;
  let copied = 0;
  for (;;) {
    const place =
      after === null ? "" : `and (${key.join(", ")}) > (${keyTypes.map((type, n) => `$${n + 3}::${type}`).join(", ")})`;
    const rows = await source.query<{ row: string; key: string[] }>(
      `select row_to_json(chunk)::text as row, array[${key.map((column) => `${column}::text`).join(", ")}] as key
       from (select ${columns.join(", ")} from stela.${name} where org_id = $1 ${place} order by ${key.join(", ")} limit $2) as chunk`,
      [organizationId, limit, ...(after ?? [])],
    );
    const last = rows.at(-1);
    if (last === undefined) return copied;
    const text = `[${rows.map(({ row }) => row).join(",")}]`;
    await target.query(
      `insert into stela.${name} (${columns.join(", ")}) overriding system value
       select ${columns.join(", ")} from json_populate_recordset(null::stela.${name}, $1::json) ${isKeys ? upsert(columns) : ""}`,
      [text],
    );
    copied += rows.length;
    after = last.key;
    limit = Math.max(1, Math.min(MOST_ROWS, Math.floor((CHUNK_BYTES * rows.length) / text.length)));
  }
}

async function lastKey(target: Shard, { name, key }: Table, organizationId: string): Promise<string[] | null> {
  const [last] = await target.query<{ key: string[] }>(
    `select array[${key.map((column) => `${column}::text`).join(", ")}] as key from stela.${name} where org_id = $1
     order by ${key.map((column) => `${column} desc`).join(", ")} limit 1`,
    [organizationId],
  );
  return last?.key ?? null;
}

function upsert(columns: readonly string[]): string {
  return `on conflict (id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`;
}

/**
 * Numbers of the target's sequence go on after those that were copied: new events stand behind old ones. The lock keeps a writer from taking a
 * number between the two looks at the sequence.
 */
export async function passNumbers(source: Shard, target: Shard, table: Table, organizationId: string): Promise<void> {
  const { name, sequence, numbered } = table;
  if (sequence === null || numbered === null) return;
  const [row] = await source.query<{ highest: string | null }>(
    `select max(${numbered})::text as highest from stela.${name} where org_id = $1`,
    [organizationId],
  );
  if (row?.highest == null) return;
  await target.query("begin");
  try {
    await target.query(`lock table stela.${name} in share row exclusive mode`);
    await target.query(`select setval($1, greatest($2::bigint, (select last_value from ${sequence})))`, [
      sequence,
      row.highest,
    ]);
    await target.query("commit");
  } catch (error) {
    await target.query("rollback");
    throw error;
  }
}
