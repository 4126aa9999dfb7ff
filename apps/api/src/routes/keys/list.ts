import { list } from "@stela/core/keys/list";
import { ApiKeyPage, KeyListQuery } from "@stela/core/keys/schema";
import { defineRoute } from "../../route.ts";

export const listKeys = defineRoute({
  method: "GET",
  path: "/v1/keys",
  operationId: "listKeys",
  summary: "List the keys whose containers this one covers, the newest first",
  query: KeyListQuery,
  answers: { 200: ApiKeyPage },
  async handle({ query }, context) {
    return { status: 200, body: await list(context, query) };
  },
});
