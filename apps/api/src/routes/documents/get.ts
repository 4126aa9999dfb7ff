import type { Context } from "@stela/core/context";
import { get } from "@stela/core/documents/get";
import { Document } from "@stela/core/documents/schema";
import type { Target } from "@stela/core/documents/target";
import { isNotModified } from "../../http/preconditions.ts";
import { defineRoute, type RouteAnswer } from "../../route.ts";
import { ByCustomId, ById } from "../params.ts";

const answers = { 200: Document, 304: null };

export const getDocument = defineRoute({
  method: "GET",
  path: "/v1/documents/{id}",
  operationId: "getDocument",
  summary: "Read a document by its id",
  params: ById,
  answers,
  handle: ({ params, headers }, context) => read(context, params, headers),
});

export const getDocumentByCustomId = defineRoute({
  method: "GET",
  path: "/v1/containers/{containerTag}/documents/{customId}",
  operationId: "getDocumentByCustomId",
  summary: "Read a document by its customId",
  params: ByCustomId,
  answers,
  handle: ({ params, headers }, context) => read(context, params, headers),
});

async function read(context: Context, target: Target, headers: Headers): Promise<RouteAnswer> {
  const document = await get(context, target);
  if (isNotModified(headers, document.version)) return { status: 304, version: document.version };
  return { status: 200, body: document, version: document.version };
}
