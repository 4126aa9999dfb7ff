import { get } from "@stela/core/containers/get";
import { Container } from "@stela/core/containers/schema";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";

export const getContainer = defineRoute({
  method: "GET",
  path: "/v1/containers/{containerTag}",
  operationId: "getContainer",
  summary: "Read a container's settings and how much it holds",
  params: ByContainer,
  answers: { 200: Container },
  async handle({ params }, context) {
    return { status: 200, body: await get(context, params.containerTag) };
  },
});
