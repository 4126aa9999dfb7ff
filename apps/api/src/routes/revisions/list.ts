import { list } from "@stela/core/revisions/list";
import { RevisionListQuery, RevisionPage } from "@stela/core/revisions/schema";
import { defineRoute } from "../../route.ts";
import { ByCustomId, ById } from "../params.ts";

export const listRevisions = defineRoute({
  method: "GET",
  path: "/v1/documents/{id}/revisions",
  operationId: "listRevisions",
  summary: "List the history of a document, deleted or not, the newest first",
  params: ById,
  query: RevisionListQuery,
  answers: { 200: RevisionPage },
  async handle({ params, query }, context) {
    return { status: 200, body: await list(context, params, query) };
  },
});

export const listRevisionsByCustomId = defineRoute({
  method: "GET",
  path: "/v1/containers/{containerTag}/documents/{customId}/revisions",
  operationId: "listRevisionsByCustomId",
  summary: "List the history of the document with this customId, or of the one last deleted with it",
  params: ByCustomId,
  query: RevisionListQuery,
  answers: { 200: RevisionPage },
  async handle({ params, query }, context) {
    return { status: 200, body: await list(context, params, query) };
  },
});
