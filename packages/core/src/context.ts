import type { CursorSigner } from "./cursor.ts";
import type { Statement } from "./db/statement.ts";
import type { Scope } from "./keys.ts";

/** What a statement needs its caller to be allowed: a scope, in one container or, with null, in those the key covers. */
export interface Access {
  readonly scope: Scope;
  readonly containerTag: string | null;
}

/** All that a verb may use of the world. */
export interface Context {
  /**
   * The one way to the database: authenticates and runs one statement, as one transaction in one round trip.
   * @throws DomainError `unauthorized`, `forbidden`, `not_found`, `idempotency_mismatch`, `unavailable`.
   */
  run<Answer>(access: Access, statement: Statement<Answer>): Promise<Answer>;
  /** A fresh UUIDv7. */
  newId(): string;
  readonly cursors: CursorSigner;
}

export function reads(containerTag: string | null): Access {
  return { scope: "documents:read", containerTag };
}

export function writes(containerTag: string | null): Access {
  return { scope: "documents:write", containerTag };
}

/** The history and the audit trail: of one container, or of those that the key covers. */
export function readsHistory(containerTag: string | null): Access {
  return { scope: "history:read", containerTag };
}

export function administers(containerTag: string | null): Access {
  return { scope: "admin", containerTag };
}
