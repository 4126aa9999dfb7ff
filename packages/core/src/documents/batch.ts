import type * as z from "zod";
import { atLength, type Context, writes } from "../context.ts";
import type { SQL } from "../db/sql.ts";
import { command } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { type Judge, type Judgement, judgeEdit } from "../secrets/judge-edit.ts";
import {
  isScreenAgain,
  judged,
  nextScreening,
  type ScreenAgain,
  type ScreenedWrite,
  type SecretRefusal,
  secretError,
  tooFast,
} from "../secrets/judged.ts";
import { findSecrets, redactSent } from "../secrets/screen.ts";
import { builtInScreening, type Screening } from "../secrets/screening.ts";
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
  let screening = builtInScreening;
  const mayMoveMany = operations.some(({ op }) => op === "rename");
  const access = mayMoveMany ? atLength(writes(containerTag)) : writes(containerTag);
  // Each round judges one more edit, or one again whose document has moved on.
  for (let round = 0; round <= operations.length + MOST_JUDGEMENTS; round++) {
    const { statement, found } = await batchWrite(context, request, newIds, judgements, screening);
    const answer: Answer | ScreenAgain = await context.run(access, statement);
    if (isScreenAgain(answer)) {
      screening = nextScreening(screening, answer, found);
      judgeAll(operations, judgements, screening);
      continue;
    }
    if (answer.outcome === "secret_detected") throw secretError(answer);
    if (answer.outcome === "done") {
      return { results: answer.results.map((result, index) => toResult(operations[index], result)) };
    }
    const { index, refusal } = answer;
    if (refusal.outcome === "judge") screening = screening.withRules(refusal.rules);
    if (!judgeAgain(index, refusal, operations, judgements, screening))
      throw refusedOperation(operations, index, refusal);
  }
  throw tooFast("The documents are");
}

async function batchWrite(
  context: Context,
  { containerTag, operations }: Request,
  newIds: readonly string[],
  judgements: Judgements,
  screening: Screening,
): Promise<ScreenedWrite<Answer>> {
  const destination = { containerTag, id: null };
  const call = (toSend: readonly unknown[]): SQL =>
    writeDocuments(context, destination, { operation: { op: "batch", operations: toSend }, newIds, screening });
  const found = operations.flatMap((operation, index) =>
    foundInOperation(operation, index, judgements.get(index), screening),
  );
  const plain = call(operations.map((operation, index) => toStatementForm(operation, judgements.get(index))));
  if (found.length === 0) return { found, statement: command(plain) };
  const redacted = call(
    operations.map((operation, index) => toRedactedForm(operation, judgements.get(index), screening)),
  );
  return { found, statement: command(await judged(context, destination, found, screening, plain, redacted)) };
}

/** An edit is judged by its result, so what its texts hold is no finding yet. */
function foundInOperation(operation: Operation, index: number, judgement: Judgement | undefined, screening: Screening) {
  const found = operation.op === "edit" ? (judgement?.found ?? []) : findSecrets(operation, screening);
  return found.map((finding) => ({ ...finding, path: `operations[${index}].${finding.path}` }));
}

/** An upsert's fields but its text go in a member of their own: what was sent is what is there. */
function toStatementForm(operation: Operation, judgement?: Judgement): Readonly<Record<string, unknown>> {
  if (operation.op === "edit") {
    return {
      ...operation,
      isSuspicious: findSecrets(operation.edits, builtInScreening).length > 0,
      judgedRisk: judgement?.risk ?? null,
    };
  }
  if (operation.op !== "upsert") return operation;
  const { op, customId, ifMatch, content, ...fields } = operation;
  return { op, customId, ifMatch, content, fields };
}

function toRedactedForm(
  operation: Operation,
  judgement: Judgement | undefined,
  screening: Screening,
): Readonly<Record<string, unknown>> {
  if (operation.op !== "edit") return toStatementForm(redactSent(operation, screening));
  if (judgement === undefined || judgement.found.length === 0) return toStatementForm(operation, judgement);
  const { redacted, version } = judgement;
  return { op: "upsert", customId: operation.customId, ifMatch: version, content: redacted, fields: {} };
}

/** Whether the refusal only asks for an edit to be judged: for the first time, or again because its document has moved on. */
function judgeAgain(
  index: number,
  refusal: Refusal | Judge,
  operations: readonly Operation[],
  judgements: Map<number, Judgement>,
  screening: Screening,
): refusal is Judge {
  const operation = operations[index];
  if (operation?.op !== "edit") return false;
  if (refusal.outcome === "judge") {
    judgements.set(index, judgeEdit(refusal, operation.edits, screening));
    return true;
  }
  return refusal.outcome === "version_mismatch" && operation.ifMatch === undefined && judgements.delete(index);
}

/** The same judgements by another screening. */
function judgeAll(operations: readonly Operation[], judgements: Map<number, Judgement>, screening: Screening): void {
  for (const [index, { judge }] of judgements) {
    const operation = operations[index];
    if (operation?.op === "edit") judgements.set(index, judgeEdit(judge, operation.edits, screening));
  }
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
