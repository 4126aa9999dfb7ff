import { rotate } from "@stela/core/keys/rotate";
import { CreatedKey, RotateBody } from "@stela/core/keys/schema";
import { defineRoute } from "../../route.ts";
import { ById } from "../params.ts";

export const rotateKey = defineRoute({
  method: "POST",
  path: "/v1/keys/{id}/rotate",
  operationId: "rotateKey",
  summary: "Make a key in the place of another, which works on for a stated time",
  params: ById,
  body: RotateBody,
  answers: { 201: CreatedKey },
  async handle({ params, body }, context) {
    return { status: 201, body: await rotate(context, params.id, body.overlapSeconds) };
  },
});
