import { batch } from "@stela/core/documents/batch";
import { BatchAnswer, BatchBody } from "@stela/core/documents/schema";
import { defineRoute } from "../../route.ts";
import { SAVED_FOR_REVIEW } from "../saved-for-review.ts";

export const runBatch = defineRoute({
  method: "POST",
  path: "/v1/batch",
  operationId: "runBatch",
  summary: "Run up to 100 operations on one container, all or none",
  body: BatchBody,
  answers: { 200: BatchAnswer, ...SAVED_FOR_REVIEW },
  async handle({ body }, context) {
    return { status: 200, body: await batch(context, body) };
  },
});
