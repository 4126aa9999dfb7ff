import { change } from "@stela/core/organization/change";
import { Organization, OrganizationSettings } from "@stela/core/organization/schema";
import { defineRoute } from "../../route.ts";

export const changeOrganization = defineRoute({
  method: "PATCH",
  path: "/v1/organization",
  operationId: "changeOrganization",
  summary: "Change the sent settings of the organization: quotas, and whose pages may call the API",
  body: OrganizationSettings,
  answers: { 200: Organization },
  async handle({ body }, context) {
    return { status: 200, body: await change(context, body) };
  },
});
