import { changeSettings } from "@stela/core/containers/change-settings";
import { Container, ContainerSettings } from "@stela/core/containers/schema";
import { defineRoute } from "../../route.ts";
import { ByContainer } from "../params.ts";

export const changeContainerSettings = defineRoute({
  method: "PATCH",
  path: "/v1/containers/{containerTag}",
  operationId: "changeContainerSettings",
  summary: "Change the sent settings of a container",
  params: ByContainer,
  body: ContainerSettings,
  answers: { 200: Container },
  async handle({ params, body }, context) {
    return { status: 200, body: await changeSettings(context, params.containerTag, body) };
  },
});
