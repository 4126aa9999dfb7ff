import type { Context } from "@stela/core/context";
import { edit } from "@stela/core/documents/edit";
import { Document, type Edit, EditsBody } from "@stela/core/documents/schema";
import type { Target } from "@stela/core/documents/target";
import { defineRoute, type RouteAnswer } from "../../route.ts";
import { ByCustomId, ById } from "../params.ts";
import { SAVED_FOR_REVIEW } from "../saved-for-review.ts";

export const editDocument = defineRoute({
  method: "POST",
  path: "/v1/documents/{id}/edits",
  operationId: "editDocument",
  summary: "Edit a document's text in place, all edits or none",
  params: ById,
  body: EditsBody,
  conditional: "if-match",
  answers: { 200: Document, ...SAVED_FOR_REVIEW },
  handle: ({ params, body, precondition }, context) => apply(context, params, body.edits, precondition.ifMatch),
});

export const editDocumentByCustomId = defineRoute({
  method: "POST",
  path: "/v1/containers/{containerTag}/documents/{customId}/edits",
  operationId: "editDocumentByCustomId",
  summary: "Edit a document's text in place, by its customId",
  params: ByCustomId,
  body: EditsBody,
  conditional: "if-match",
  answers: { 200: Document, ...SAVED_FOR_REVIEW },
  handle: ({ params, body, precondition }, context) => apply(context, params, body.edits, precondition.ifMatch),
});

async function apply(
  context: Context,
  target: Target,
  edits: readonly Edit[],
  ifMatch: readonly number[] | null,
): Promise<RouteAnswer> {
  const document = await edit(context, target, edits, ifMatch);
  return { status: 200, body: document, version: document.version };
}
