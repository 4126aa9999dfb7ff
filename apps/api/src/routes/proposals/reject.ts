import { reject } from "@stela/core/proposals/reject";
import { Proposal, RejectBody } from "@stela/core/proposals/schema";
import { defineRoute } from "../../route.ts";
import { ByProposal } from "../params.ts";

export const rejectProposal = defineRoute({
  method: "POST",
  path: "/v1/proposals/{proposalId}/reject",
  operationId: "rejectProposal",
  summary: "Reject a proposed write: nothing is written",
  params: ByProposal,
  body: RejectBody,
  answers: { 200: Proposal },
  async handle({ params, body }, context) {
    return { status: 200, body: await reject(context, params.proposalId, body.reason) };
  },
});
