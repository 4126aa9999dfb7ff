import { list } from "@stela/core/erasures/list";
import { ErasureListQuery, ErasurePage } from "@stela/core/erasures/schema";
import { defineRoute } from "../../route.ts";

export const listErasures = defineRoute({
  method: "GET",
  path: "/v1/erasures",
  operationId: "listErasures",
  summary: "List the receipts of erasures, the newest first",
  query: ErasureListQuery,
  answers: { 200: ErasurePage },
  async handle({ query }, context) {
    return { status: 200, body: await list(context, query) };
  },
});
