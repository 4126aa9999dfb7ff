import type { Context } from "@stela/core/context";
import type { Target } from "@stela/core/documents/target";
import { get } from "@stela/core/revisions/get";
import { Revision } from "@stela/core/revisions/schema";
import { defineRoute, type RouteAnswer } from "../../route.ts";
import { ByCustomIdAndVersion, ByIdAndVersion } from "../params.ts";

export const getRevision = defineRoute({
  method: "GET",
  path: "/v1/documents/{id}/revisions/{version}",
  operationId: "getRevision",
  summary: "Read one version of a document, whole",
  params: ByIdAndVersion,
  answers: { 200: Revision },
  handle: ({ params: { version, ...target } }, context) => read(context, target, version),
});

export const getRevisionByCustomId = defineRoute({
  method: "GET",
  path: "/v1/containers/{containerTag}/documents/{customId}/revisions/{version}",
  operationId: "getRevisionByCustomId",
  summary: "Read one version of a document, whole, by its customId",
  params: ByCustomIdAndVersion,
  answers: { 200: Revision },
  handle: ({ params: { version, ...target } }, context) => read(context, target, version),
});

async function read(context: Context, target: Target, version: number): Promise<RouteAnswer> {
  return { status: 200, body: await get(context, target, version) };
}
