import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Access, Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { TokenClaims } from "../token.ts";
import { translateFailure } from "./failure.ts";
import { param, type Statement } from "./statement.ts";

/** A statement as it goes over the wire: text with `$1`, `$2`, … and its parameters. */
interface WireQuery {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** Runs queries in order as one read-committed transaction, in one round trip, and gives back the rows of each. */
export type SendTransaction = (
  queries: readonly WireQuery[],
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
  readonly idempotency: { readonly key: string /** SHA-256, in hexadecimal. */; readonly fingerprint: string } | null;
}

const dialect = new PgDialect();

/** Makes a context's `run`. `onReplay` is told when a command's answer is that of an earlier request with the same key. */
export function createRun(send: SendTransaction, caller: Caller, onReplay: () => void): Context["run"] {
  return async <Answer>(access: Access, statement: Statement<Answer>): Promise<Answer> => {
    const authentication = sql`select ${authenticate(access, caller)}`;
    const rows = await send([wire(authentication), wire(sql`select ${answerOf(statement, caller)} as answer`)]).catch(
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

function authenticate({ scope, containerTag }: Access, { credential, session, request, model }: Caller): SQL {
  const asking = sql`${param.text(scope)}, ${param.text(containerTag)}, ${param.text(session)}, ${param.text(request)}, ${param.text(model)}`;
  if (credential.kind === "key") return sql`stela.authenticate(${`\\x${credential.hash}`}::bytea, ${asking})`;
  const { keyId, tokenId, person, scopes, containers, expiresAt } = credential.claims;
  return sql`stela.authenticate_token(${param.uuid(keyId)}, ${param.text(tokenId)}, ${param.text(person)}, ${param.texts(scopes)},
    ${param.texts(containers)}, ${expiresAt}::timestamptz, ${asking})`;
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
