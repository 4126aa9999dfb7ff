import { Verification, VerifyQuery } from "@stela/core/audit/schema";
import { verify } from "@stela/core/audit/verify";
import { defineRoute } from "../../route.ts";

export const verifyAudit = defineRoute({
  method: "GET",
  path: "/v1/audit/verify",
  operationId: "verifyAudit",
  summary: "Recompute the seals of the audit trail, page by page, and name the first that does not hold",
  query: VerifyQuery,
  answers: { 200: Verification },
  async handle({ query }, context) {
    return { status: 200, body: await verify(context, query) };
  },
});
