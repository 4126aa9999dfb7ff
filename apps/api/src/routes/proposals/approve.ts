import { approve } from "@stela/core/proposals/approve";
import { ApproveBody, Proposal } from "@stela/core/proposals/schema";
import { defineRoute } from "../../route.ts";
import { ByProposal } from "../params.ts";

export const approveProposal = defineRoute({
  method: "POST",
  path: "/v1/proposals/{proposalId}/approve",
  operationId: "approveProposal",
  summary: "Make a proposed write, as it was proposed or corrected",
  params: ByProposal,
  body: ApproveBody,
  answers: { 200: Proposal },
  async handle({ params, body }, context) {
    return { status: 200, body: await approve(context, params.proposalId, body) };
  },
});
