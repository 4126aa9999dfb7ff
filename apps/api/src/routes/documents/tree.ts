import { TreePage, TreeQuery } from "@stela/core/documents/schema";
import { tree } from "@stela/core/documents/tree";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";

export const getTree = defineRoute({
  method: "GET",
  path: "/v1/containers/{containerTag}/tree",
  operationId: "getTree",
  summary: "List the directories and files beneath a path",
  params: ByContainer,
  query: TreeQuery,
  answers: { 200: TreePage },
  async handle({ params, query }, context) {
    return { status: 200, body: await tree(context, params.containerTag, query) };
  },
});
