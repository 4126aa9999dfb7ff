import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
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

/** Makes a context's `run`. `onReplay` is told when a command's answer is that of an earlier request with the same key. */
export function createRun(send: SendTransaction, caller: Caller, onReplay: () => void): Context["run"] {
  return async <Answer>(access: Parameters<Context["run"]>[0], statement: Statement<Answer>): Promise<Answer> => {
    const authenticate = sql`select stela.authenticate(${`\\x${caller.keyHash}`}::bytea, ${access.scope}::text,
      ${access.containerTag}::text, ${caller.session}::text, ${caller.request}::text, ${caller.model}::text)`;
    const rows = await send([wire(authenticate), wire(sql`select ${answerOf(statement, caller)} as answer`)]).catch(
      (error: unknown) => {
        throw translateFailure(error);
      },
    );
    const answer = rows[1]?.[0]?.["answer"];
    if (!isReplay(answer)) return answer as Answer;
    onReplay();
    if (isErased(answer.replayed)) {
      const detail = "This request was carried out before, and what it was about has been erased since.";
      throw new DomainError("conflict", detail, { reason: "erased" });
    }
    return answer.replayed as Answer;
  };
}

/** A command with an Idempotency-Key runs only when no answer is kept under the key, and keeps its own there. */
function answerOf<Answer>(statement: Statement<Answer>, { idempotency }: Caller): SQL {
  if (statement.kind === "query" || idempotency === null) return statement.answer;
  const { key, fingerprint } = idempotency;
  return sql`coalesce(stela.claim_answer(${key}::text, ${`\\x${fingerprint}`}::bytea),
    stela.keep_answer(${key}::text, ${statement.answer}))`;
}

function isReplay(answer: unknown): answer is { readonly replayed: unknown } {
  return typeof answer === "object" && answer !== null && "replayed" in answer;
}

/** What an erasure leaves in the place of an answer. */
function isErased(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "outcome" in answer && answer.outcome === "erased";
}

function wire(statement: SQL): WireQuery {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { text, params };
}
