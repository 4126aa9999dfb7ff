import { rename } from "@stela/core/documents/rename";
import { RenameBody, Renamed } from "@stela/core/documents/schema";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";
import { SAVED_FOR_REVIEW } from "../saved-for-review.ts";

export const renameDocuments = defineRoute({
  method: "POST",
  path: "/v1/containers/{containerTag}/rename",
  operationId: "renameDocuments",
  summary: "Move a document, or all documents beneath a path, in one transaction",
  params: ByContainer,
  body: RenameBody,
  answers: { 200: Renamed, ...SAVED_FOR_REVIEW },
  async handle({ params, body }, context) {
    return { status: 200, body: await rename(context, { ...params, ...body }) };
  },
});
