/** What a deployment configures. Secrets, all but the endpoint. */
export interface Env {
  /** Postgres, as the role `stela_app`. */
  readonly DATABASE_URL: string;
  /** Where the Neon driver sends its queries; without it, to Neon's own host for `DATABASE_URL`. */
  readonly DATABASE_FETCH_ENDPOINT?: string;
  /** Signs cursors. At least 32 characters of chance. */
  readonly SIGNING_SECRET: string;
}
