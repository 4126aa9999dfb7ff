import type { Context } from "@stela/core/context";
import { remove } from "@stela/core/documents/remove";
import { Deleted } from "@stela/core/documents/schema";
import type { Target } from "@stela/core/documents/target";
import { defineRoute, type RouteAnswer } from "../../route.ts";
import { ByCustomId, ById } from "../params.ts";
import { SAVED_FOR_REVIEW } from "../saved-for-review.ts";

export const deleteDocument = defineRoute({
  method: "DELETE",
  path: "/v1/documents/{id}",
  operationId: "deleteDocument",
  summary: "Delete a document; its history stays",
  params: ById,
  conditional: "if-match",
  answers: { 200: Deleted, ...SAVED_FOR_REVIEW },
  handle: ({ params, precondition }, context) => gone(context, params, precondition.ifMatch),
});

export const deleteDocumentByCustomId = defineRoute({
  method: "DELETE",
  path: "/v1/containers/{containerTag}/documents/{customId}",
  operationId: "deleteDocumentByCustomId",
  summary: "Delete a document by its customId; its history stays",
  params: ByCustomId,
  conditional: "if-match",
  answers: { 200: Deleted, ...SAVED_FOR_REVIEW },
  handle: ({ params, precondition }, context) => gone(context, params, precondition.ifMatch),
});

async function gone(context: Context, target: Target, ifMatch: readonly number[] | null): Promise<RouteAnswer> {
  const deleted = await remove(context, target, ifMatch);
  return { status: 200, body: { ...deleted, isDeleted: true } };
}
