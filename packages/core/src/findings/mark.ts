import type * as z from "zod";
import { administers, type Context } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { command, param } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { redactSecrets } from "../secrets/redact.ts";
import { scanForSecrets } from "../secrets/scan.ts";
import { type FalsePositiveBody, type Finding, type StoredFinding, toFinding } from "./schema.ts";

type Answer =
  | { readonly outcome: "done"; readonly finding: StoredFinding }
  | { readonly outcome: "missing" | "not_covered" };

/** Lets the very text of a finding pass from now on. A secret in the reason is stored redacted. */
export function mark(
  context: Context,
  id: string,
  { appliesTo, reason }: z.infer<typeof FalsePositiveBody>,
): Promise<Finding> {
  const kept = reason === undefined ? null : redactSecrets(reason, scanForSecrets(reason));
  const isEverywhere = param.boolean(appliesTo === "organization");
  return decide(context, sql`stela.mark_false_positive(${param.uuid(id)}, ${isEverywhere}, ${param.text(kept)})`);
}

/** Takes back what lets the text of a finding pass. Without such a mark nothing changes. */
export function unmark(context: Context, id: string): Promise<Finding> {
  return decide(context, sql`stela.unmark_false_positive(${param.uuid(id)})`);
}

async function decide(context: Context, call: SQL): Promise<Finding> {
  const answer = await context.run(administers(null), command<Answer>(call));
  if (answer.outcome === "done") return toFinding(answer.finding);
  if (answer.outcome === "missing") throw new DomainError("not_found", "There is no such finding.");
  throw new DomainError("forbidden", "Only a key that covers every container may do this.", { reason: "not_covered" });
}
