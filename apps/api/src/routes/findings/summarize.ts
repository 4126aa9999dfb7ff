import { FindingQuery, FindingSummary } from "@stela/core/findings/schema";
import { summarize } from "@stela/core/findings/summarize";
import { defineRoute } from "../../route.ts";

export const summarizeFindings = defineRoute({
  method: "GET",
  path: "/v1/findings/summary",
  operationId: "summarizeFindings",
  summary: "Count findings of secrets by container and rule",
  query: FindingQuery,
  answers: { 200: FindingSummary },
  async handle({ query }, context) {
    return { status: 200, body: await summarize(context, query) };
  },
});
