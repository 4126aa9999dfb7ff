/** What a deployment configures: secrets, and what `wrangler.jsonc` binds. */
export interface Env {
  /** Postgres, as the role `stela_app`. Serves every organization, or those of the shard `main` where there are more shards. */
  readonly DATABASE_URL: string;
  /** Of each further shard, its name in capitals: `DATABASE_URL_EU2` serves keys that begin with `stl_eu2_`. */
  readonly [shard: `DATABASE_URL_${string}`]: string | undefined;
  /** Where the Neon driver sends its queries; without it, to Neon's own host for `DATABASE_URL`. */
  readonly DATABASE_FETCH_ENDPOINT?: string;
  /** Signs cursors and tokens, and makes keys. At least 32 characters of chance. */
  readonly SIGNING_SECRET: string;
  /** The files that are served beside the Worker, `dist/assets`: the description of the API is one. */
  readonly ASSETS?: Fetcher;
  /** For extraction. Without it each caller sends a key of its own. */
  readonly ANTHROPIC_API_KEY?: string;
  /** In place of Anthropic's own host. */
  readonly ANTHROPIC_BASE_URL?: string;
  /** The model that reads conversations. */
  readonly EXTRACTION_MODEL?: string;
  /** Counts requests by credential. Without it there is no limit. */
  readonly RATE_LIMITER?: RateLimit;
  /** What `RATE_LIMITER` allows: the binding does not say it itself. */
  readonly RATE_LIMIT?: { readonly requests: number; readonly periodSeconds: number };
  /** Counts keys that nobody has, by the client's address. Without it there is no limit. */
  readonly UNKNOWN_KEY_LIMITER?: RateLimit;
  /** What `UNKNOWN_KEY_LIMITER` allows. */
  readonly UNKNOWN_KEY_LIMIT?: { readonly requests: number; readonly periodSeconds: number };
}
