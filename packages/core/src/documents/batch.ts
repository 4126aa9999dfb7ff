import type * as z from "zod";
import { type Context, writes } from "../context.ts";
import type { SQL } from "../db/sql.ts";
import { command, type Statement } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { type Judge, type Judgement, judgeEdit } from "../secrets/judge-edit.ts";
import { findSecrets, judged, redactSent, type SecretRefusal, secretError } from "../secrets/screen.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import type { DeletedDocument } from "./remove.ts";
import { MOST_JUDGEMENTS } from "./run-edit.ts";
import type { BatchAnswer, Operation } from "./schema.ts";
import { type StoredDocument, toDocument } from "./stored.ts";
import { writeDocuments } from "./write.ts";

type OperationAnswer =
  | { readonly document: StoredDocument }
  | { readonly deleted: DeletedDocument }
  | { readonly renamed: number };

type Answer =
  | { readonly outcome: "done"; readonly results: readonly OperationAnswer[] }
  | { readonly outcome: "refused"; readonly index: number; readonly refusal: Refusal | Judge }
  | SecretRefusal;

interface Request {
  readonly containerTag: string;
  readonly operations: readonly Operation[];
}

/** By an operation's place in the batch: what its edits make of the text they meet there. */
type Judgements = ReadonlyMap<number, Judgement>;

/**
 * Runs operations in order, all or none, in one round trip; each edit in it that could complete a secret takes one more. A refusal
 * names the operation it came from.
 */
export async function batch(context: Context, request: Request): Promise<z.infer<typeof BatchAnswer>> {
  const { containerTag, operations } = request;
  const newIds = operations.map(() => context.newId());
  const judgements = new Map<number, Judgement>();
  // Each round judges one more edit, or one again whose document has moved on.
  for (let round = 0; round <= operations.length + MOST_JUDGEMENTS; round++) {
    const { statement, findings } = batchStatement(context, request, newIds, judgements);
    const answer = await context.run(writes(containerTag), statement);
    if (answer.outcome === "secret_detected") throw secretError(findings);
    if (answer.outcome === "done") {
      return { results: answer.results.map((result, index) => toResult(operations[index], result)) };
    }
    if (!judgeAgain(answer.index, answer.refusal, operations, judgements)) {
      throw refusedOperation(operations, answer.index, answer.refusal);
    }
  }
  const detail = "The documents are changing too fast to be checked for secrets. Try again.";
  throw new DomainError("unavailable", detail, { retryAfterSeconds: 1 });
}

function batchStatement(
  context: Context,
  { containerTag, operations }: Request,
  newIds: readonly string[],
  judgements: Judgements,
) {
  const destination = { containerTag, id: null };
  const call = (toSend: readonly unknown[]): SQL =>
    writeDocuments(context, destination, { operation: { op: "batch", operations: toSend }, newIds });
  const findings = operations.flatMap((operation, index) => operationFindings(operation, index, judgements.get(index)));
  const plain = call(operations.map((operation, index) => toStatementForm(operation, judgements.get(index))));
  if (findings.length === 0) return { findings, statement: command(plain) as Statement<Answer> };
  const redacted = call(operations.map((operation, index) => toRedactedForm(operation, judgements.get(index))));
  const statement: Statement<Answer> = command(judged(destination, findings, plain, redacted));
  return { findings, statement };
}

/** An edit is judged by its result, so what its texts hold is no finding yet. */
function operationFindings(operation: Operation, index: number, judgement: Judgement | undefined) {
  const found = operation.op === "edit" ? (judgement?.findings ?? []) : findSecrets(operation);
  return found.map((finding) => ({ ...finding, path: `operations[${index}].${finding.path}` }));
}

/** An upsert's fields but its text go in a member of their own: what was sent is what is there. */
function toStatementForm(operation: Operation, judgement?: Judgement): Readonly<Record<string, unknown>> {
  if (operation.op === "edit") {
    return {
      ...operation,
      isSuspicious: findSecrets(operation.edits).length > 0,
      judgedRisk: judgement?.risk ?? null,
    };
  }
  if (operation.op !== "upsert") return operation;
  const { op, customId, ifMatch, content, ...fields } = operation;
  return { op, customId, ifMatch, content, fields };
}

function toRedactedForm(operation: Operation, judgement?: Judgement): Readonly<Record<string, unknown>> {
  if (operation.op !== "edit") return toStatementForm(redactSent(operation));
  if (judgement === undefined || judgement.findings.length === 0) return toStatementForm(operation, judgement);
  const { redacted, version } = judgement;
  return { op: "upsert", customId: operation.customId, ifMatch: version, content: redacted, fields: {} };
}

/** Whether the refusal only asks for an edit to be judged: for the first time, or again because its document has moved on. */
function judgeAgain(
  index: number,
  refusal: Refusal | Judge,
  operations: readonly Operation[],
  judgements: Map<number, Judgement>,
): refusal is Judge {
  const operation = operations[index];
  if (operation?.op !== "edit") return false;
  if (refusal.outcome === "judge") {
    judgements.set(index, judgeEdit(refusal, operation.edits));
    return true;
  }
  return refusal.outcome === "version_mismatch" && operation.ifMatch === undefined && judgements.delete(index);
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
