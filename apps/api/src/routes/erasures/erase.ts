import { erase, planErasure } from "@stela/core/erasures/erase";
import { EraseBody, EraseContainerQuery, ErasePlan, Erasure } from "@stela/core/erasures/schema";
import * as z from "zod";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";

export const eraseFromContainer = defineRoute({
  method: "POST",
  path: "/v1/containers/{containerTag}/erase",
  operationId: "eraseFromContainer",
  summary: "Erase a document, a prefix or a session for good, with all history; a dry run only tells",
  params: ByContainer,
  body: EraseBody,
  answers: { 200: z.union([Erasure, ErasePlan]) },
  async handle({ params: { containerTag }, body: { dryRun, ...target } }, context) {
    const run = dryRun ? planErasure : erase;
    return { status: 200, body: await run(context, containerTag, target) };
  },
});

export const eraseContainer = defineRoute({
  method: "DELETE",
  path: "/v1/containers/{containerTag}",
  operationId: "eraseContainer",
  summary: "Erase a container for good: documents, history, settings and counters; a dry run only tells",
  params: ByContainer,
  query: EraseContainerQuery,
  answers: { 200: z.union([Erasure, ErasePlan]) },
  async handle({ params: { containerTag }, query: { dryRun } }, context) {
    const run = dryRun ? planErasure : erase;
    return { status: 200, body: await run(context, containerTag, "everything") };
  },
});
