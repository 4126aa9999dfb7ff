import type { Context } from "../context.ts";
import { runScreened, screened, secretError } from "../secrets/judged.ts";
import { type Refusal, refusalError } from "./refusal.ts";
import type { Document, DocumentFields } from "./schema.ts";
import { type StoredDocument, toDocument } from "./stored.ts";
import { type Target, targetContainer, targetCustomId, targetId, writesTarget } from "./target.ts";
import { writeDocuments } from "./write.ts";

/** What must hold of the document before a write. */
export interface Precondition {
  /** Versions one of which it must be at. */
  readonly ifMatch: readonly number[] | null;
  /** It must exist (`If-Match: *`). */
  readonly mustExist: boolean;
  /** It must not exist (`If-None-Match: *`). */
  readonly mustBeAbsent: boolean;
}

type PutOutcome =
  | { readonly outcome: "done"; readonly isCreated: boolean; readonly document: StoredDocument }
  | Refusal;

export interface Put {
  readonly document: Document;
  readonly isCreated: boolean;
}

/** Creates a document, or changes the sent fields of an existing one. Its customId defaults to its new id. */
export async function upsert(
  context: Context,
  input: { readonly containerTag: string; readonly customId?: string | undefined; readonly fields: DocumentFields },
  precondition: Precondition,
): Promise<Put> {
  const newId = context.newId();
  const target = { containerTag: input.containerTag, customId: input.customId ?? newId };
  return put(context, target, input.fields, precondition, newId);
}

/** Changes the sent fields of an existing document. */
export async function change(
  context: Context,
  target: Target,
  fields: DocumentFields,
  precondition: Precondition,
): Promise<Document> {
  return (await put(context, target, fields, precondition, null)).document;
}

/** @param newId the id of the document if there is none yet; null refuses to make one. */
async function put(
  context: Context,
  target: Target,
  { content, ...fields }: DocumentFields,
  precondition: Precondition,
  newId: string | null,
): Promise<Put> {
  // A customId is stored when a document is made: then it is screened like the text.
  const sent = { ...(newId === null ? {} : { customId: targetCustomId(target) }), content, ...fields };
  const destination = { containerTag: targetContainer(target), id: targetId(target) };
  const answer = await runScreened(context, writesTarget(target), (screening) =>
    screened<typeof sent, PutOutcome>(
      context,
      destination,
      sent,
      screening,
      ({ content: text, customId: _, ...rest }) =>
        writeDocuments(context, destination, {
          screening,
          operation: {
            op: "put",
            customId: targetCustomId(target),
            fields: rest,
            mayCreate: newId !== null,
            ...precondition,
          },
          content: text ?? null,
          newIds: newId === null ? [] : [newId],
        }),
    ),
  );
  if (answer.outcome === "secret_detected") throw secretError(answer);
  if (answer.outcome !== "done") throw refusalError(answer);
  return { document: toDocument(answer.document), isCreated: answer.isCreated };
}
