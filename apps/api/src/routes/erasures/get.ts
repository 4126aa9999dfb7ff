import { get } from "@stela/core/erasures/get";
import { Erasure } from "@stela/core/erasures/schema";
import { defineRoute } from "../../route.ts";
import { ByErasure } from "../params.ts";

export const getErasure = defineRoute({
  method: "GET",
  path: "/v1/erasures/{erasureId}",
  operationId: "getErasure",
  summary: "Read the receipt of an erasure, counted again now",
  params: ByErasure,
  answers: { 200: Erasure },
  async handle({ params }, context) {
    return { status: 200, body: await get(context, params.erasureId) };
  },
});
