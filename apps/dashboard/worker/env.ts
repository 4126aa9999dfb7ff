import type { People } from "./people.ts";

/** What a deployment configures: secrets, and what `wrangler.jsonc` binds. */
export interface Env {
  /** The API's Worker. */
  readonly API: Fetcher;
  /** The same Worker's entry for what no request from outside may ask. */
  readonly PEOPLE: People;
  /** Postgres, as the role `stela_dashboard`. */
  readonly DATABASE_URL: string;
  /** Where the Neon driver sends its queries; without it, to Neon's own host for `DATABASE_URL`. */
  readonly DATABASE_FETCH_ENDPOINT?: string;
  /** Signs the cookies of sessions. At least 32 characters of chance, and not the API's. */
  readonly SESSION_SECRET: string;
  /** Counts attempts to sign in, by address and by e-mail. */
  readonly SIGN_IN_LIMITER?: RateLimit;
  /** Of the database that organizations live in; `main` by default. */
  readonly SHARD?: string;
  /** With both, people may sign in with GitHub, if their e-mail is that of a member. */
  readonly GITHUB_CLIENT_ID?: string;
  readonly GITHUB_CLIENT_SECRET?: string;
}

/** Where an organization is looked for: one that has moved is found from there. */
export function shardOf(env: Env): string {
  return env.SHARD ?? "main";
}
