import { Snapshot, SnapshotQuery } from "@stela/core/recall/schema";
import { snapshot } from "@stela/core/recall/snapshot";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";

export const getSnapshot = defineRoute({
  method: "GET",
  path: "/v1/containers/{containerTag}/snapshot",
  operationId: "getSnapshot",
  summary: "Outline a container for a prompt: its tree, pinned files and latest changes, within a budget of tokens",
  params: ByContainer,
  query: SnapshotQuery,
  answers: { 200: Snapshot },
  async handle({ params, query }, context) {
    return { status: 200, body: await snapshot(context, params.containerTag, query.maxTokens) };
  },
});
