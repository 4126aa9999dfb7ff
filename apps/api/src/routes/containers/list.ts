import { list } from "@stela/core/containers/list";
import { ContainerListQuery, ContainerPage } from "@stela/core/containers/schema";
import { defineRoute } from "../../route.ts";

export const listContainers = defineRoute({
  method: "GET",
  path: "/v1/containers",
  operationId: "listContainers",
  summary: "List the containers that the key covers",
  query: ContainerListQuery,
  answers: { 200: ContainerPage },
  async handle({ query }, context) {
    return { status: 200, body: await list(context, query) };
  },
});
