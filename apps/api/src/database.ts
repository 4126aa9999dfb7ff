import { neon, neonConfig } from "@neondatabase/serverless";
import type { SendTransaction } from "@stela/core/db/run";
import type { Env } from "./env.ts";

/** Seconds that a statement may run unless more is asked for, and seconds past that: so that Postgres is the one to give up. */
const MOST_SECONDS = 15;
const GRACE_SECONDS = 5;

/** What a request spent on the database. */
export interface DatabaseUse {
  roundTrips: number;
  elapsedMs: number;
}

/** Sends transactions to the database at `url` through the Neon driver, one `fetch` each, and counts them in `use`. */
export function openDatabase(env: Env, url: string, use: DatabaseUse): SendTransaction {
  if (env.DATABASE_FETCH_ENDPOINT !== undefined) neonConfig.fetchEndpoint = env.DATABASE_FETCH_ENDPOINT;
  const sql = neon(url);
  return async (queries, mostSeconds = MOST_SECONDS) => {
    const startedMs = performance.now();
    use.roundTrips++;
    try {
      return await sql.transaction(
        queries.map(({ text, params }) => sql.query(text, [...params])),
        { fetchOptions: { signal: AbortSignal.timeout((mostSeconds + GRACE_SECONDS) * 1_000) } },
      );
    } finally {
      use.elapsedMs += performance.now() - startedMs;
    }
  };
}
