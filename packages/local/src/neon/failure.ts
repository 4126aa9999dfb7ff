import { DatabaseError } from "pg";
import { reasonOf } from "../reason.ts";
import { HttpError } from "./http-error.ts";
import { ERROR_FIELDS } from "./protocol.ts";

export interface Failure {
  readonly status: number;
  readonly body: Readonly<Record<string, string | null>>;
}

// The server goes down, went down, comes up, or has no room for a session: the statement is not at fault, and the
// driver must not read a SQLSTATE that would say so.
const UNAVAILABLE = new Set(["57P01", "57P02", "57P03", "57P05", "53300", "53400"]);

/** How an error is told to the driver: 400 with every field for the statement's own, 5xx for the database's absence. */
export function failureOf(error: unknown): Failure {
  if (error instanceof HttpError) return { status: error.status, body: { message: error.message } };
  if (!(error instanceof DatabaseError)) {
    return { status: 503, body: { message: `The database cannot be reached: ${reasonOf(error)}` } };
  }
  if (UNAVAILABLE.has(error.code ?? "")) return { status: 503, body: { message: error.message } };
  const fields = ERROR_FIELDS.map((name) => [name, error[name] ?? null] as const);
  return { status: 400, body: { message: error.message, ...Object.fromEntries(fields) } };
}
