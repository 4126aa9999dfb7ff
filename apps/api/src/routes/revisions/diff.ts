import { diff } from "@stela/core/revisions/diff";
import { Diff, DiffQuery } from "@stela/core/revisions/schema";
import { defineRoute } from "../../route.ts";
import { ByCustomId, ById } from "../params.ts";

export const getDiff = defineRoute({
  method: "GET",
  path: "/v1/documents/{id}/diff",
  operationId: "getDiff",
  summary: "Tell two versions of a document's text apart, by lines or by words",
  params: ById,
  query: DiffQuery,
  answers: { 200: Diff },
  async handle({ params, query }, context) {
    return { status: 200, body: await diff(context, params, query) };
  },
});

export const getDiffByCustomId = defineRoute({
  method: "GET",
  path: "/v1/containers/{containerTag}/documents/{customId}/diff",
  operationId: "getDiffByCustomId",
  summary: "Tell two versions of a document's text apart, by its customId",
  params: ByCustomId,
  query: DiffQuery,
  answers: { 200: Diff },
  async handle({ params, query }, context) {
    return { status: 200, body: await diff(context, params, query) };
  },
});
