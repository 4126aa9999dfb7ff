import { list } from "@stela/core/facts/list";
import { FactListQuery, FactPage } from "@stela/core/facts/schema";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";

export const listFacts = defineRoute({
  method: "GET",
  path: "/v1/containers/{containerTag}/facts",
  operationId: "listFacts",
  summary: "List a container's facts with their text",
  params: ByContainer,
  query: FactListQuery,
  answers: { 200: FactPage },
  async handle({ params, query }, context) {
    return { status: 200, body: await list(context, params.containerTag, query) };
  },
});
