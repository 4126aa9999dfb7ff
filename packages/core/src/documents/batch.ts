import { sql } from "drizzle-orm";
import type * as z from "zod";
import { type Context, writes } from "../context.ts";
import { command, param } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import type { DeletedDocument } from "./remove.ts";
import type { BatchAnswer, Operation } from "./schema.ts";
import { type StoredDocument, toDocument } from "./stored.ts";

type OperationAnswer =
  | { readonly document: StoredDocument }
  | { readonly deleted: DeletedDocument }
  | { readonly renamed: number };

/** Runs operations in order, all or none. A refusal names the operation it came from. */
export async function batch(
  context: Context,
  { containerTag, operations }: { readonly containerTag: string; readonly operations: readonly Operation[] },
): Promise<z.infer<typeof BatchAnswer>> {
  const newIds = operations.map(() => context.newId());
  const answer = await context.run(
    writes(containerTag),
    command<{ outcome: "done"; results: OperationAnswer[] } | { outcome: "refused"; index: number; refusal: Refusal }>(
      sql`stela.run_batch(${param.text(containerTag)}, ${param.json(operations.map(toStatementForm))}, ${param.uuids(newIds)},
        ${param.integer(LIMITS.contentBytes)}, ${param.integer(LIMITS.customIdBytes)})`,
    ),
  );
  if (answer.outcome === "refused") throw refusedOperation(operations, answer.index, answer.refusal);
  return { results: answer.results.map((result, index) => toResult(operations[index], result)) };
}

/** An upsert's fields but its text go in a member of their own: what was sent is what is there. */
function toStatementForm(operation: Operation): Readonly<Record<string, unknown>> {
  if (operation.op !== "upsert") return operation;
  const { op, customId, ifMatch, content, ...fields } = operation;
  return { op, customId, ifMatch, content, fields };
}

function refusedOperation(operations: readonly Operation[], index: number, refusal: Refusal): DomainError {
  const operation = operations[index];
  const error = refusalError(refusal, operation?.op === "edit" ? operation.edits : []);
  return new DomainError(error.code, `operations[${index}]: ${error.message}`, {
    ...error.extra,
    operationIndex: index,
  });
}

function toResult(
  operation: Operation | undefined,
  result: OperationAnswer,
): z.infer<typeof BatchAnswer>["results"][number] {
  if ("deleted" in result) return { op: "delete", deleted: { ...result.deleted, isDeleted: true } };
  if ("renamed" in result) return { op: "rename", renamed: result.renamed };
  return { op: operation?.op === "edit" ? "edit" : "upsert", document: toDocument(result.document) };
}
