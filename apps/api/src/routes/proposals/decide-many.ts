import { approveMany, rejectMany } from "@stela/core/proposals/decide-many";
import { ApproveManyBody, Decisions, RejectManyBody } from "@stela/core/proposals/schema";
import { defineRoute } from "../../route.ts";

export const approveProposals = defineRoute({
  method: "POST",
  path: "/v1/proposals/approve",
  operationId: "approveProposals",
  summary: "Approve up to 100 proposed writes, each by itself",
  body: ApproveManyBody,
  answers: { 200: Decisions },
  async handle({ body }, context) {
    return { status: 200, body: await approveMany(context, body.ids) };
  },
});

export const rejectProposals = defineRoute({
  method: "POST",
  path: "/v1/proposals/reject",
  operationId: "rejectProposals",
  summary: "Reject up to 100 proposed writes, each by itself",
  body: RejectManyBody,
  answers: { 200: Decisions },
  async handle({ body }, context) {
    return { status: 200, body: await rejectMany(context, body.ids, body.reason) };
  },
});
