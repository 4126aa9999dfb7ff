import { Client } from "pg";
import { withCheckedTls } from "../connection-string.ts";

/** One shard, seen as the owner of its tables, in one organization. */
export interface Shard {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Connects as a role that may become `stela_owner`. What it inserts and deletes is taken as it is: no trigger records it anew. Times are
 * written in UTC, so that two shards write a row alike.
 */
export async function openShard(databaseUrl: string, organizationId: string): Promise<Shard> {
  const client = new Client({ connectionString: withCheckedTls(databaseUrl), connectionTimeoutMillis: 15_000 });
  client.on("error", () => {});
  await client.connect();
  await client.query("set role stela_owner");
  await client.query(
    `select set_config('app.org_id', $1, false), set_config('app.actor', 'system:move', false), set_config('app.recording', 'off', false),
      set_config('timezone', 'UTC', false), set_config('statement_timeout', '0', false), set_config('lock_timeout', '10s', false)`,
    [organizationId],
  );
  return {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      return (await client.query<Row>(text, [...values])).rows;
    },
    close: () => client.end(),
  };
}
