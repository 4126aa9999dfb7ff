import { create } from "@stela/core/tokens/create";
import { NewTokenBody, Token } from "@stela/core/tokens/schema";
import { defineRoute } from "../../route.ts";

export const createToken = defineRoute({
  method: "POST",
  path: "/v1/tokens",
  operationId: "createToken",
  summary: "Make a short-lived token for a person, a browser or a sandbox",
  body: NewTokenBody,
  answers: { 201: Token },
  async handle({ body }, context) {
    return { status: 201, body: await create(context, body) };
  },
});
