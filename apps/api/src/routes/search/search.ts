import { HitPage, SearchBody } from "@stela/core/search/schema";
import { search } from "@stela/core/search/search";
import { defineRoute } from "../../route.ts";

export const searchDocuments = defineRoute({
  method: "POST",
  path: "/v1/search",
  operationId: "searchDocuments",
  isRead: true,
  summary: "Find documents by words or by text, best first, page by page",
  body: SearchBody,
  answers: { 200: HitPage },
  async handle({ body }, context) {
    return { status: 200, body: await search(context, body) };
  },
});
