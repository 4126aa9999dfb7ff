import { recall } from "@stela/core/recall/recall";
import { RecallBody, Recalled } from "@stela/core/recall/schema";
import { defineRoute } from "../../route.ts";

export const recallFacts = defineRoute({
  method: "POST",
  path: "/v1/recall",
  operationId: "recall",
  summary: "Choose what an agent should know for a query, as a block for its prompt, within a budget of tokens",
  isRead: true,
  body: RecallBody,
  answers: { 200: Recalled },
  async handle({ body }, context) {
    return { status: 200, body: await recall(context, body) };
  },
});
