import type { Access, Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { SavedForReview } from "../proposals/saved-for-review.ts";
import type { StoredProposal } from "../proposals/schema.ts";
import type { TokenClaims } from "../token.ts";
import { followMove, isUnknownKey, translateFailure } from "./failure.ts";
import { SQL, sql, toWire, type WireQuery } from "./sql.ts";
import { param, type Statement } from "./statement.ts";

/**
 * Runs queries in order as one read-committed transaction, in one round trip, and gives back the rows of each. `mostSeconds` says how
 * long a statement may run, where that is more than usual.
 */
export type SendTransaction = (
  queries: readonly WireQuery[],
  mostSeconds?: number,
) => Promise<readonly (readonly Readonly<Record<string, unknown>>[])[]>;

/** What a caller shows: a key, as its SHA-256 in hexadecimal, or a token whose signature and expiry have been checked. */
export type Credential =
  | { readonly kind: "key"; readonly hash: string }
  | { readonly kind: "token"; readonly claims: TokenClaims };

/** Who is asking, and what for: set for the transaction by `stela.authenticate` or `stela.authenticate_token`. */
export interface Caller {
  readonly credential: Credential;
  readonly session: string | null;
  readonly model: string | null;
  readonly request: string;
  /** Of the page that asks, where it is not one of our own: the organization has to allow it. */
  readonly origin: string | null;
  readonly idempotency: { readonly key: string /** SHA-256, in hexadecimal. */; readonly fingerprint: string } | null;
}

const NOTHING = new SQL([""], []);

/** Holds from the next statement on, until the transaction ends. */
const LONGER = new SQL([`, set_config('statement_timeout', '${LIMITS.longStatementSeconds}s', true)`], []);

/** Who wants to know what became of a request besides its answer. */
export interface RunObserver {
  /** The answer is that of an earlier request with the same Idempotency-Key. */
  onReplay(): void;
  /** The credential is a key that nobody has, nor had. */
  onUnknownKey(): void;
  /** The database refused, and rolled back all that it could have noted. */
  onFailure(error: DomainError, access: Access): void;
}

/** Makes a context's `run`. */
export function createRun(send: SendTransaction, caller: Caller, observer: RunObserver): Context["run"] {
  return async <Answer>(access: Access, statement: Statement<Answer>): Promise<Answer> => {
    const { mayTakeLong = false } = access;
    const rows = await send(
      [
        toWire(sql`select ${authentication(access, caller)}${fromOrigin(caller)}${mayTakeLong ? LONGER : NOTHING}`),
        toWire(sql`select ${answerOf(statement, caller, access)} as answer`),
      ],
      mayTakeLong ? LIMITS.longStatementSeconds : undefined,
    ).catch((error: unknown) => {
      followMove(error);
      const failure = translateFailure(error, mayTakeLong);
      if (isUnknownKey(error)) observer.onUnknownKey();
      observer.onFailure(failure, access);
      throw failure;
    });
    let answer = rows[1]?.[0]?.["answer"];
    if (isReplay(answer)) {
      observer.onReplay();
      answer = answer.replayed;
    }
    if (isErased(answer)) {
      const detail = "This request was carried out before, and what it was about has been erased since.";
      throw new DomainError("conflict", detail, { reason: "erased" });
    }
    if (isProposed(answer)) throw new SavedForReview(answer.proposal);
    return answer as Answer;
  };
}

/** Asked after the authentication, so of the organization that it found. */
function fromOrigin({ origin }: Caller): SQL {
  return origin === null ? NOTHING : sql`, stela.require_origin(${origin}::text)`;
}

/** The call that begins every transaction: it refuses, or sets who is asking. */
function authentication(
  { scope, containerTag }: Access,
  { credential, session, request, model }: Omit<Caller, "idempotency" | "origin">,
): SQL {
  const asking = sql`${param.text(scope)}, ${param.text(containerTag)}, ${param.text(session)}, ${param.text(request)}, ${param.text(model)}`;
  if (credential.kind === "key") return sql`stela.authenticate(${`\\x${credential.hash}`}::bytea, ${asking})`;
  const { keyId, tokenId, person, scopes, containers, expiresAt } = credential.claims;
  return sql`stela.authenticate_token(${param.uuid(keyId)}, ${param.text(tokenId)}, ${param.text(person)}, ${param.texts(scopes)},
    ${param.texts(containers)}, ${expiresAt}::timestamptz, ${asking})`;
}

/**
 * A command whose answer is a refusal is noted in the audit trail. With an Idempotency-Key it runs only when no answer is kept under the
 * key, and keeps its own there.
 */
function answerOf<Answer>(statement: Statement<Answer>, { idempotency }: Caller, { containerTag }: Access): SQL {
  if (statement.kind === "query") return statement.answer;
  if (statement.kind === "prelude") {
    if (idempotency === null) return statement.answer;
    return sql`coalesce(stela.kept_answer(${idempotency.key}::text, ${`\\x${idempotency.fingerprint}`}::bytea), ${statement.answer})`;
  }
  const noted = sql`stela.noted(${containerTag}::text, ${statement.answer})`;
  if (idempotency === null) return noted;
  const { key, fingerprint } = idempotency;
  return sql`coalesce(stela.claim_answer(${key}::text, ${`\\x${fingerprint}`}::bytea), stela.keep_answer(${key}::text, ${noted}))`;
}

function isProposed(answer: unknown): answer is { readonly proposal: StoredProposal } {
  return typeof answer === "object" && answer !== null && "outcome" in answer && answer.outcome === "proposed";
}

function isReplay(answer: unknown): answer is { readonly replayed: unknown } {
  return typeof answer === "object" && answer !== null && "replayed" in answer;
}

/** What an erasure leaves in the place of an answer. */
function isErased(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "outcome" in answer && answer.outcome === "erased";
}
