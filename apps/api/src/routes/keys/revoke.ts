import { revoke } from "@stela/core/keys/revoke";
import { ApiKey } from "@stela/core/keys/schema";
import { defineRoute } from "../../route.ts";
import { ById } from "../params.ts";

export const revokeKey = defineRoute({
  method: "DELETE",
  path: "/v1/keys/{id}",
  operationId: "revokeKey",
  summary: "Revoke a key and its tokens, from the next request on",
  params: ById,
  answers: { 200: ApiKey },
  async handle({ params }, context) {
    return { status: 200, body: await revoke(context, params.id) };
  },
});
