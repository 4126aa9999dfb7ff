import type { Context } from "@stela/core/context";
import type { Precondition } from "@stela/core/documents/put";
import { Document } from "@stela/core/documents/schema";
import type { Target } from "@stela/core/documents/target";
import { restore } from "@stela/core/revisions/restore";
import { RestoreBody } from "@stela/core/revisions/schema";
import type * as z from "zod";
import { defineRoute, type RouteAnswer } from "../../route.ts";
import { ByCustomId, ById } from "../params.ts";

export const restoreDocument = defineRoute({
  method: "POST",
  path: "/v1/documents/{id}/restore",
  operationId: "restoreDocument",
  summary: "Make an earlier version of a document its next one; a deleted document comes back",
  params: ById,
  body: RestoreBody,
  conditional: "if-match",
  answers: { 200: Document },
  handle: ({ params, body, precondition }, context) => back(context, params, body, precondition),
});

export const restoreDocumentByCustomId = defineRoute({
  method: "POST",
  path: "/v1/containers/{containerTag}/documents/{customId}/restore",
  operationId: "restoreDocumentByCustomId",
  summary: "Make an earlier version of a document its next one, by its customId",
  params: ByCustomId,
  body: RestoreBody,
  conditional: "if-match",
  answers: { 200: Document },
  handle: ({ params, body, precondition }, context) => back(context, params, body, precondition),
});

async function back(
  context: Context,
  target: Target,
  { version, ifMatch, customId }: z.infer<typeof RestoreBody>,
  precondition: Precondition,
): Promise<RouteAnswer> {
  const versions = precondition.ifMatch ?? (ifMatch === undefined ? null : [ifMatch]);
  const input = { target, version, customId, precondition: { ...precondition, ifMatch: versions } };
  const document = await restore(context, input);
  return { status: 200, body: document, version: document.version };
}
