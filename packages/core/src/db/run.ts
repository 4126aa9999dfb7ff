import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Access, Context } from "../context.ts";
import type { DomainError } from "../errors.ts";
import { SavedForReview } from "../proposals/saved-for-review.ts";
import type { StoredProposal } from "../proposals/schema.ts";
import { translateFailure } from "./failure.ts";
import type { Statement } from "./statement.ts";

/** A statement as it goes over the wire: text with `$1`, `$2`, … and its parameters. */
interface WireQuery {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** Runs queries in order as one read-committed transaction, in one round trip, and gives back the rows of each. */
export type SendTransaction = (
  queries: readonly WireQuery[],
) => Promise<readonly (readonly Readonly<Record<string, unknown>>[])[]>;

/** Who is asking, and what for: set for the transaction by `stela.authenticate`. */
export interface Caller {
  /** SHA-256 of the API key, in hexadecimal. */
  readonly keyHash: string;
  readonly session: string | null;
  readonly model: string | null;
  readonly request: string;
  readonly idempotency: { readonly key: string /** SHA-256, in hexadecimal. */; readonly fingerprint: string } | null;
}

const dialect = new PgDialect();

/** Who wants to know what became of a request besides its answer. */
export interface RunObserver {
  /** The answer is that of an earlier request with the same Idempotency-Key. */
  onReplay(): void;
  /** The database refused, and rolled back all that it could have noted. */
  onFailure(error: DomainError, access: Access): void;
}

/** Makes a context's `run`. */
export function createRun(send: SendTransaction, caller: Caller, observer: RunObserver): Context["run"] {
  return async <Answer>(access: Access, statement: Statement<Answer>): Promise<Answer> => {
    const authenticate = sql`select stela.authenticate(${`\\x${caller.keyHash}`}::bytea, ${access.scope}::text,
      ${access.containerTag}::text, ${caller.session}::text, ${caller.request}::text, ${caller.model}::text)`;
    const rows = await send([
      wire(authenticate),
      wire(sql`select ${answerOf(statement, caller, access)} as answer`),
    ]).catch((error: unknown) => {
      const failure = translateFailure(error);
      observer.onFailure(failure, access);
      throw failure;
    });
    let answer = rows[1]?.[0]?.["answer"];
    if (isReplay(answer)) {
      observer.onReplay();
      answer = answer.replayed;
    }
    if (isProposed(answer)) throw new SavedForReview(answer.proposal);
    return answer as Answer;
  };
}

/**
 * A command whose answer is a refusal is noted in the audit trail. With an Idempotency-Key it runs only when no answer is kept under the
 * key, and keeps its own there.
 */
function answerOf<Answer>(statement: Statement<Answer>, { idempotency }: Caller, { containerTag }: Access): SQL {
  if (statement.kind === "query") return statement.answer;
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

function wire(statement: SQL): WireQuery {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { text, params };
}
