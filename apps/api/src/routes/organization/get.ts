import { get } from "@stela/core/organization/get";
import { Organization } from "@stela/core/organization/schema";
import { defineRoute } from "../../route.ts";

export const getOrganization = defineRoute({
  method: "GET",
  path: "/v1/organization",
  operationId: "getOrganization",
  summary: "Read how much the organization holds, and how much it may",
  answers: { 200: Organization },
  async handle(_input, context) {
    return { status: 200, body: await get(context) };
  },
});
