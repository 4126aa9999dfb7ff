import type { DatabaseUse } from "./database.ts";
import type { Env } from "./env.ts";

/** What is known of a request from its first line to its last header. */
export interface RequestState {
  readonly requestId: string;
  readonly startedMs: number;
  readonly databaseUse: DatabaseUse;
  /** Of the route that serves it, as in OpenAPI, once that is found. */
  path: string | null;
  isReplayed: boolean;
  /** What the credential may send, once that was looked at. */
  rateLimit: { readonly requests: number; readonly periodSeconds: number; readonly isExceeded: boolean } | null;
}

/** Hono's types for the app: what the platform binds, and what the first middleware sets. */
export interface AppEnv {
  Bindings: Env;
  Variables: { state: RequestState };
}
