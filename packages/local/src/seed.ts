import { SCOPES, type Scope } from "@stela/core/keys";
import { LocalStackError } from "./local-stack-error.ts";
import { createOrganization, inviteOwner } from "./organization.ts";
import type { Secrets } from "./stack/state-folder.ts";

/** Makes an organization and its key, with every scope unless told otherwise. Returns whether nothing was ever written in it. */
export function seedOrganization(
  databaseUrl: string,
  { organizationId, apiKey }: Pick<Secrets, "organizationId" | "apiKey">,
  scopes: readonly Scope[] = SCOPES,
): Promise<boolean> {
  return createOrganization(databaseUrl, { organizationId, name: "Demo", apiKey, createdBy: "npm start", scopes });
}

/** Lets the demo person join as the owner of the demo organization, as anybody joins: by an invitation. */
export async function seedPerson(
  databaseUrl: string,
  dashboardUrl: string,
  { organizationId, email, password }: Pick<Secrets, "organizationId" | "email" | "password">,
): Promise<void> {
  const invitation = await inviteOwner(databaseUrl, organizationId, email);
  if (invitation === null) return;
  const person = { name: "Demo", email, password, invitationSecret: invitation.secret };
  // A start that was stopped half way may have signed the person up already.
  const cookie =
    (await post(dashboardUrl, "/sign-up/email", person, [200, 422])) ??
    (await post(dashboardUrl, "/sign-in/email", { email, password }));
  await post(dashboardUrl, "/organization/accept-invitation", { invitationId: invitation.id }, [200], cookie ?? "");
}

/** Returns the cookies of a success; null for another status among the expected. */
async function post(
  dashboardUrl: string,
  path: string,
  body: object,
  expected: readonly number[] = [200],
  cookie = "",
): Promise<string | null> {
  const response = await fetch(`${dashboardUrl}/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: dashboardUrl, ...(cookie !== "" && { cookie }) },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!expected.includes(response.status)) {
    throw new LocalStackError(`The dashboard refused the demo person: ${response.status} ${answer}`);
  }
  if (!response.ok) return null;
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
