/** What a deployment configures: secrets, and what `wrangler.jsonc` binds. */
export interface Env {
  /** Postgres, as the role `stela_app`. */
  readonly DATABASE_URL: string;
  /** Where the Neon driver sends its queries; without it, to Neon's own host for `DATABASE_URL`. */
  readonly DATABASE_FETCH_ENDPOINT?: string;
  /** Signs cursors and tokens, and makes keys. At least 32 characters of chance. */
  readonly SIGNING_SECRET: string;
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
}
