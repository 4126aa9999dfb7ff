import { extract } from "@stela/core/extraction/extract";
import { ExtractBody, Extraction } from "@stela/core/extraction/schema";
import { defineRoute } from "../../route.ts";

export const extractFacts = defineRoute({
  method: "POST",
  path: "/v1/extract",
  operationId: "extractFacts",
  summary: "Let Claude read a conversation, and remember the facts that were said outright in it",
  body: ExtractBody,
  answers: { 200: Extraction },
  async handle({ body }, context) {
    return { status: 200, body: await extract(context, body) };
  },
});
