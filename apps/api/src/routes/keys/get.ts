import { get } from "@stela/core/keys/get";
import { ApiKey } from "@stela/core/keys/schema";
import { defineRoute } from "../../route.ts";
import { ById } from "../params.ts";

export const getKey = defineRoute({
  method: "GET",
  path: "/v1/keys/{id}",
  operationId: "getKey",
  summary: "Read what is known of a key: all but its text",
  params: ById,
  answers: { 200: ApiKey },
  async handle({ params }, context) {
    return { status: 200, body: await get(context, params.id) };
  },
});
