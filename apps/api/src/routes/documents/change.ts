import type { Context } from "@stela/core/context";
import { change, type Precondition } from "@stela/core/documents/put";
import { Document, type DocumentFields, PatchBody } from "@stela/core/documents/schema";
import type { Target } from "@stela/core/documents/target";
import { defineRoute, type RouteAnswer } from "../../route.ts";
import { ByCustomId, ById } from "../params.ts";
import { SAVED_FOR_REVIEW } from "../saved-for-review.ts";

export const changeDocument = defineRoute({
  method: "PATCH",
  path: "/v1/documents/{id}",
  operationId: "changeDocument",
  summary: "Change the sent fields of a document",
  params: ById,
  body: PatchBody,
  conditional: "if-match",
  answers: { 200: Document, ...SAVED_FOR_REVIEW },
  handle: ({ params, body, precondition }, context) => patch(context, params, body, precondition),
});

export const changeDocumentByCustomId = defineRoute({
  method: "PATCH",
  path: "/v1/containers/{containerTag}/documents/{customId}",
  operationId: "changeDocumentByCustomId",
  summary: "Change the sent fields of a document, by its customId",
  params: ByCustomId,
  body: PatchBody,
  conditional: "if-match",
  answers: { 200: Document, ...SAVED_FOR_REVIEW },
  handle: ({ params, body, precondition }, context) => patch(context, params, body, precondition),
});

async function patch(
  context: Context,
  target: Target,
  fields: DocumentFields,
  precondition: Precondition,
): Promise<RouteAnswer> {
  const document = await change(context, target, fields, precondition);
  return { status: 200, body: document, version: document.version };
}
