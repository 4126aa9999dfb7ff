import { UndoBody, Undone } from "@stela/core/containers/schema";
import { undo } from "@stela/core/containers/undo";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";

export const undoSession = defineRoute({
  method: "POST",
  path: "/v1/containers/{containerTag}/undo",
  operationId: "undoSession",
  summary: "Put back what a session changed, in one transaction; what others changed since is reported and left",
  params: ByContainer,
  body: UndoBody,
  answers: { 200: Undone },
  async handle({ params, body }, context) {
    return { status: 200, body: await undo(context, { ...params, ...body }) };
  },
});
