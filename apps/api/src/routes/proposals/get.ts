import { get } from "@stela/core/proposals/get";
import { ProposalWithPresent } from "@stela/core/proposals/schema";
import { defineRoute } from "../../route.ts";
import { ByProposal } from "../params.ts";

export const getProposal = defineRoute({
  method: "GET",
  path: "/v1/proposals/{proposalId}",
  operationId: "getProposal",
  summary: "Read a proposed write, and the document as it is now",
  params: ByProposal,
  answers: { 200: ProposalWithPresent },
  async handle({ params }, context) {
    return { status: 200, body: await get(context, params.proposalId) };
  },
});
