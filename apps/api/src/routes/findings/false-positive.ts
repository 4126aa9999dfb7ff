import { mark, unmark } from "@stela/core/findings/mark";
import { FalsePositiveBody, Finding } from "@stela/core/findings/schema";
import { defineRoute } from "../../route.ts";
import { ByFinding } from "../params.ts";

export const markFalsePositive = defineRoute({
  method: "POST",
  path: "/v1/findings/{findingId}/false-positive",
  operationId: "markFalsePositive",
  summary: "Mark a finding as no secret: its very text passes from now on",
  params: ByFinding,
  body: FalsePositiveBody,
  answers: { 200: Finding },
  async handle({ params, body }, context) {
    return { status: 200, body: await mark(context, params.findingId, body) };
  },
});

export const unmarkFalsePositive = defineRoute({
  method: "DELETE",
  path: "/v1/findings/{findingId}/false-positive",
  operationId: "unmarkFalsePositive",
  summary: "Take back what lets the text of a finding pass",
  params: ByFinding,
  answers: { 200: Finding },
  async handle({ params }, context) {
    return { status: 200, body: await unmark(context, params.findingId) };
  },
});
