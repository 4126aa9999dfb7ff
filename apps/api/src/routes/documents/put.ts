import { upsert } from "@stela/core/documents/put";
import { Document, DocumentFields } from "@stela/core/documents/schema";
import { defineRoute } from "../../route.ts";
import { ByCustomId } from "../params.ts";
import { SAVED_FOR_REVIEW } from "../saved-for-review.ts";

export const putDocument = defineRoute({
  method: "PUT",
  path: "/v1/containers/{containerTag}/documents/{customId}",
  operationId: "putDocument",
  summary: "Create a document, or change the sent fields of an existing one",
  params: ByCustomId,
  body: DocumentFields,
  conditional: "if-match-or-none-match",
  answers: { 200: Document, 201: Document, ...SAVED_FOR_REVIEW },
  async handle({ params, body, precondition }, context) {
    const { document, isCreated } = await upsert(context, { ...params, fields: body }, precondition);
    return { status: isCreated ? 201 : 200, body: document, version: document.version };
  },
});
