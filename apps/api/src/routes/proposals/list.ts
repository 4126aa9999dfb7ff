import { list } from "@stela/core/proposals/list";
import { ProposalListQuery, ProposalPage } from "@stela/core/proposals/schema";
import { defineRoute } from "../../route.ts";

export const listProposals = defineRoute({
  method: "GET",
  path: "/v1/proposals",
  operationId: "listProposals",
  summary: "List proposed writes, the oldest first",
  query: ProposalListQuery,
  answers: { 200: ProposalPage },
  async handle({ query }, context) {
    return { status: 200, body: await list(context, query) };
  },
});
