import { remember } from "@stela/core/facts/remember";
import { FactsBody, Remembered } from "@stela/core/facts/schema";
import { defineRoute } from "../../route.ts";

export const rememberFacts = defineRoute({
  method: "POST",
  path: "/v1/facts",
  operationId: "rememberFacts",
  summary: "Remember up to 100 facts in order, in one transaction; each is told what became of it, and why",
  body: FactsBody,
  answers: { 200: Remembered },
  async handle({ body }, context) {
    return { status: 200, body: await remember(context, body) };
  },
});
