import { upsert } from "@stela/core/documents/put";
import { Document, UpsertBody } from "@stela/core/documents/schema";
import { defineRoute } from "../../route.ts";
import { SAVED_FOR_REVIEW } from "../saved-for-review.ts";

export const upsertDocument = defineRoute({
  method: "POST",
  path: "/v1/documents",
  operationId: "upsertDocument",
  summary: "Create a document, or change the sent fields of the one with this customId",
  body: UpsertBody,
  conditional: "if-match-or-none-match",
  answers: { 200: Document, 201: Document, ...SAVED_FOR_REVIEW },
  async handle({ body: { containerTag, customId, ...fields }, precondition }, context) {
    const { document, isCreated } = await upsert(context, { containerTag, customId, fields }, precondition);
    return { status: isCreated ? 201 : 200, body: document, version: document.version };
  },
});
