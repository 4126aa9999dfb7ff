import { list } from "@stela/core/findings/list";
import { FindingPage, FindingQuery } from "@stela/core/findings/schema";
import { defineRoute } from "../../route.ts";

export const listFindings = defineRoute({
  method: "GET",
  path: "/v1/findings",
  operationId: "listFindings",
  summary: "List findings of secrets, the newest first: where they stood, never the text",
  query: FindingQuery,
  answers: { 200: FindingPage },
  async handle({ query }, context) {
    return { status: 200, body: await list(context, query) };
  },
});
