import { read } from "@stela/core/usage/read";
import { Usage, UsageQuery } from "@stela/core/usage/schema";
import { defineRoute } from "../../route.ts";

export const getUsage = defineRoute({
  method: "GET",
  path: "/v1/usage",
  operationId: "getUsage",
  summary: "Count what was written, by day, container or key, in at most 92 days",
  query: UsageQuery,
  answers: { 200: Usage },
  async handle({ query }, context) {
    return { status: 200, body: await read(context, query) };
  },
});
