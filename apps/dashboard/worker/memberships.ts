import { invitation, member, organization, user } from "@stela/core/db/schema/people";
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "./auth.ts";
import { isRole, type Role } from "./roles.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface Invitation {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly role: string | null;
  readonly organization: string;
  /** It waits, and is not past its time. */
  readonly isOpen: boolean;
  /** Whoever is invited has an account, and signs in to accept. */
  readonly hasAccount: boolean;
}

/** What the link of an invitation shows before anybody has signed in; null when there is none with that secret. */
export async function findInvitation(database: Database, secret: string): Promise<Invitation | null> {
  if (!UUID.test(secret)) return null;
  const [found] = await database
    .select({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      status: invitation.status,
      expiresAt: invitation.expiresAt,
      organization: organization.name,
      userId: user.id,
    })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, invitation.organizationId))
    .leftJoin(user, eq(user.email, invitation.email))
    .where(eq(invitation.secret, secret));
  if (found === undefined) return null;
  const { status, expiresAt, userId, email, ...rest } = found;
  return {
    ...rest,
    email: email.toLowerCase(),
    isOpen: status === "pending" && expiresAt.getTime() > Date.now(),
    hasAccount: userId !== null,
  };
}

/** The secrets in the links of an organization's invitations that wait, by the invitation's id. */
export async function invitationSecrets(database: Database, organizationId: string): Promise<Record<string, string>> {
  const rows = await database
    .select({ id: invitation.id, secret: invitation.secret })
    .from(invitation)
    .where(and(eq(invitation.organizationId, organizationId), eq(invitation.status, "pending")));
  return Object.fromEntries(rows.map(({ id, secret }) => [id, secret]));
}

/** The ids of a person's organizations, the one joined first in front. */
export async function organizationsOf(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .select({ organizationId: member.organizationId })
    .from(member)
    .where(eq(member.userId, userId))
    .orderBy(asc(member.createdAt), asc(member.organizationId));
  return rows.map(({ organizationId }) => organizationId);
}

export async function organizationsOfEmail(database: Database, email: string): Promise<string[]> {
  const rows = await database
    .select({ organizationId: member.organizationId })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(user.email, email.toLowerCase()));
  return rows.map(({ organizationId }) => organizationId);
}

/** The role of a person in an organization; null when they are no member, any longer or yet. */
export async function roleOf(database: Database, userId: string, organizationId: string): Promise<Role | null> {
  const [found] = await database
    .select({ role: member.role })
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.organizationId, organizationId)));
  return found !== undefined && isRole(found.role) ? found.role : null;
}
