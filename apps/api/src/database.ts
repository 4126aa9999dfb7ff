import { neon, neonConfig } from "@neondatabase/serverless";
import type { SendTransaction } from "@stela/core/db/run";
import type { Env } from "./env.ts";

/** Longer than any statement may run, so that Postgres is the one to give up. */
const TIMEOUT_MS = 20_000;

/** What a request spent on the database. */
export interface DatabaseUse {
  roundTrips: number;
  elapsedMs: number;
}

/** Sends transactions through the Neon driver, one `fetch` each, and counts them in `use`. */
export function openDatabase(env: Env, use: DatabaseUse): SendTransaction {
  if (env.DATABASE_FETCH_ENDPOINT !== undefined) neonConfig.fetchEndpoint = env.DATABASE_FETCH_ENDPOINT;
  const sql = neon(env.DATABASE_URL);
  return async (queries) => {
    const startedMs = performance.now();
    use.roundTrips++;
    try {
      return await sql.transaction(
        queries.map(({ text, params }) => sql.query(text, [...params])),
        { fetchOptions: { signal: AbortSignal.timeout(TIMEOUT_MS) } },
      );
    } finally {
      use.elapsedMs += performance.now() - startedMs;
    }
  };
}
