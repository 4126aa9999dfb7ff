import type { Context } from "../context.ts";
import { type SecretRefusal, secretError } from "../secrets/judged.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import { runEdit } from "./run-edit.ts";
import type { Document, Edit } from "./schema.ts";
import { type StoredDocument, toDocument } from "./stored.ts";
import type { Target } from "./target.ts";

type Answer = { readonly outcome: "done"; readonly document: StoredDocument } | Refusal | SecretRefusal;

/** Applies edits in order to the text as it is in the database, all or none: concurrent edits lose nothing. */
export async function edit(
  context: Context,
  target: Target,
  edits: readonly Edit[],
  ifMatch: readonly number[] | null,
): Promise<Document> {
  const { answer } = await runEdit<Answer>(context, { target, edits, ifMatch, isStorable: true });
  if (answer.outcome === "secret_detected") throw secretError(answer);
  if (answer.outcome !== "done") throw refusalError(answer, edits);
  return toDocument(answer.document);
}
