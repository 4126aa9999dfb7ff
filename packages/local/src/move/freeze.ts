import { waitFor } from "../processes/wait.ts";
import type { Shard } from "./session.ts";

/** Longer than any statement of the API may run. */
const PATIENCE_MS = 180_000;

/**
 * Makes an organization read-only and returns when no write of it is under way: every transaction that may have been authenticated before has
 * ended. One that begins later meets the flag in its first statement.
 */
export async function freeze(shard: Shard, organizationId: string): Promise<void> {
  await shard.query("update stela.organizations set frozen_at = coalesce(frozen_at, clock_timestamp()) where id = $1", [
    organizationId,
  ]);
  const older = await openTransactions(shard);
  const isQuiet = await waitFor(
    async () => {
      const open = new Set(await openTransactions(shard));
      return older.some((transaction) => open.has(transaction)) ? undefined : true;
    },
    { timeoutMs: PATIENCE_MS },
  );
  if (isQuiet === undefined) throw new Error("A transaction that began before the freeze does not end.");
}

async function openTransactions(shard: Shard): Promise<string[]> {
  const rows = await shard.query<{ transaction: string }>(
    `select l.virtualtransaction as transaction from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
     where l.locktype = 'virtualxid' and l.granted and a.datname = current_database() and a.pid <> pg_backend_pid()
       and a.backend_type = 'client backend'`,
  );
  return rows.map(({ transaction }) => transaction);
}
