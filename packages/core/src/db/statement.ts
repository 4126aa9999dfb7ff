import { type SQL, sql } from "./sql.ts";

/** One statement that answers with one JSON value. `Answer` is what that value is. */
export interface Statement<Answer> {
  /**
   * A command changes something: its answer is kept under the request's Idempotency-Key. A query is simply run again. A prelude comes
   * before what a command of the same request will change: when the command's answer is kept already, that is the answer.
   */
  readonly kind: "query" | "command" | "prelude";
  /** An expression or a subquery that yields the answer. */
  readonly answer: SQL;
  readonly _answer?: Answer;
}

export function query<Answer>(answer: SQL): Statement<Answer> {
  return { kind: "query", answer };
}

export function command<Answer>(answer: SQL): Statement<Answer> {
  return { kind: "command", answer };
}

export function prelude<Answer>(answer: SQL): Statement<Answer> {
  return { kind: "prelude", answer };
}

/** A parameter with its type, so that Postgres finds the function it is for. */
export const param = {
  text: (value: string | null) => sql`${value}::text`,
  integer: (value: number | null) => sql`${value}::integer`,
  boolean: (value: boolean) => sql`${value}::boolean`,
  uuid: (value: string | null) => sql`${value}::uuid`,
  json: (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`,
  integers: (values: readonly number[] | null) => sql`${values === null ? null : `{${values.join(",")}}`}::integer[]`,
  texts: (values: readonly string[]) => sql`${`{${values.map(quoted).join(",")}}`}::text[]`,
  uuids: (values: readonly string[]) => sql`${`{${values.join(",")}}`}::uuid[]`,
} as const;

/** As an element of an array literal. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
