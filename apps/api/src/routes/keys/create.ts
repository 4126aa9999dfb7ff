import { create } from "@stela/core/keys/create";
import { CreatedKey, NewKeyBody } from "@stela/core/keys/schema";
import { defineRoute } from "../../route.ts";

export const createKey = defineRoute({
  method: "POST",
  path: "/v1/keys",
  operationId: "createKey",
  summary: "Make a key that may do no more than this one; its text is in this answer alone",
  body: NewKeyBody,
  answers: { 201: CreatedKey },
  async handle({ body }, context) {
    return { status: 201, body: await create(context, body) };
  },
});
