import type { CursorSigner } from "./cursor.ts";
import type { Statement } from "./db/statement.ts";
import type { extractionRequest } from "./extraction/prompt.ts";
import type { Reply } from "./extraction/read-reply.ts";
import type { Scope } from "./keys.ts";
import type { TokenGrant } from "./token.ts";

/** What a statement needs its caller to be allowed: a scope, in one container or, with null, in those the key covers. */
export interface Access {
  readonly scope: Scope;
  readonly containerTag: string | null;
  /** It writes as many documents as it finds, so it has `LIMITS.longStatementSeconds`. */
  readonly mayTakeLong?: true;
}

/** All that a verb may use of the world. */
export interface Context {
  /**
   * The one way to the database: authenticates and runs one statement, as one transaction in one round trip.
   * @throws DomainError `unauthorized`, `forbidden`, `not_found`, `idempotency_mismatch`, `unavailable`, and `too_large` for a statement
   * that took all the time it may take at length.
   */
  run<Answer>(access: Access, statement: Statement<Answer>): Promise<Answer>;
  /**
   * Runs a statement of the same caller once the answer is sent. It is told to nobody how it ended: a failure is logged and no more.
   */
  afterwards(access: Access, statement: Statement<unknown>): void;
  /** A fresh UUIDv7. */
  newId(): string;
  readonly cursors: CursorSigner;
  readonly credentials: CredentialMaker;
  /** Stands for a secret that was found: the same for the same text, and of no use without what the Worker alone has. */
  fingerprint(secret: string): Promise<string>;
  readonly claude: Claude;
}

/** The way to Claude, with the caller's key or the deployment's. */
interface Claude {
  /** The model that is meant: the one that was asked for, or the deployment's. */
  model(asked: string | undefined): string;
  /** @throws DomainError `validation_failed`, `too_large`, `rate_limited`, `unavailable`. */
  ask(request: ReturnType<typeof extractionRequest>): Promise<Reply>;
}

/** Makes the texts of new credentials for the organization that asks. */
interface CredentialMaker {
  /** The same text for the same id, salt and shard: that of the organization, or the one it was in when the key was made. */
  key(id: string, salt: string, shard?: string): Promise<string>;
  token(grant: TokenGrant): Promise<string>;
  /** What makes a key unlike any other. */
  newSalt(): string;
}

/** The same, for a statement that writes as many documents as it finds. */
export function atLength(access: Access): Access {
  return { ...access, mayTakeLong: true };
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

export function erases(containerTag: string | null): Access {
  return { scope: "erase", containerTag };
}
/** Manages keys: those of the containers that the caller covers. */
export const managesKeys: Access = { scope: "keys", containerTag: null };
