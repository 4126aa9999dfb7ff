import { batch } from "@stela/core/documents/batch";
import { BatchAnswer, BatchBody } from "@stela/core/documents/schema";
import { defineRoute } from "../../route.ts";

export const runBatch = defineRoute({
  method: "POST",
  path: "/v1/batch",
  operationId: "runBatch",
  summary: "Run up to 100 operations on one container, all or none",
  body: BatchBody,
  answers: { 200: BatchAnswer },
  async handle({ body }, context) {
    return { status: 200, body: await batch(context, body) };
  },
});
