import { list } from "@stela/core/documents/list";
import { DocumentPage, ListQuery } from "@stela/core/documents/schema";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";

export const listDocuments = defineRoute({
  method: "GET",
  path: "/v1/containers/{containerTag}/documents",
  operationId: "listDocuments",
  summary: "List a container's documents, page by page",
  params: ByContainer,
  query: ListQuery,
  answers: { 200: DocumentPage },
  async handle({ params, query }, context) {
    return { status: 200, body: await list(context, params.containerTag, query) };
  },
});
