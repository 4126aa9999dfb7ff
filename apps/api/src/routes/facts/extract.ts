import { extract } from "@stela/core/extraction/extract";
import { ExtractBody, Extraction } from "@stela/core/extraction/schema";
import * as z from "zod";
import { defineRoute } from "../../route.ts";

export const extractFacts = defineRoute({
  method: "POST",
  path: "/v1/extract",
  operationId: "extractFacts",
  summary: "Let Claude read a conversation, and remember the facts that were said outright in it",
  body: ExtractBody,
  sessionIn: (body) => body.session,
  headers: {
    "Anthropic-Api-Key": z.string().optional().meta({
      description: "A key of Anthropic's to read with, in place of the deployment's. Neither stored nor logged.",
    }),
  },
  answers: { 200: Extraction },
  async handle({ body }, context) {
    return { status: 200, body: await extract(context, body) };
  },
});
