import { runCommand } from "@stela/core/memory/run-command";
import { MemoryAnswer, MemoryBody, MemoryQuery } from "@stela/core/memory/schema";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";

export const runMemoryCommand = defineRoute({
  method: "POST",
  path: "/v1/containers/{containerTag}/memory",
  operationId: "runMemoryCommand",
  summary: "Run one command of Claude's memory tool, as the model sent it",
  params: ByContainer,
  query: MemoryQuery,
  body: MemoryBody,
  conditional: "if-match",
  answers: { 200: MemoryAnswer },
  async handle({ params, query, body, precondition }, context) {
    const { content, isError, path, version } = await runCommand(context, {
      containerTag: params.containerTag,
      input: body,
      ifMatch: precondition.ifMatch,
      onExisting: query.onExisting ?? null,
    });
    const about = { ...(path === null ? {} : { path }), ...(version === null ? {} : { version }) };
    return { status: 200, body: { content, isError, ...about } };
  },
});
