import { neon, neonConfig } from "@neondatabase/serverless";
import * as tables from "@stela/core/db/schema/people";
import { uuidV7 } from "@stela/core/ids";
import type { PersonEvent } from "@stela/core/people/note-person";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { organization } from "better-auth/plugins/organization";
import { drizzle } from "drizzle-orm/neon-http";
import { type Env, shardOf } from "./env.ts";
import { findInvitation, organizationsOf, organizationsOfEmail } from "./memberships.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { accessControl, organizationRoles } from "./roles.ts";

const SESSION_DAYS = 7;
const INVITATION_DAYS = 7;
const SECONDS_PER_DAY = 86_400;

export type Database = ReturnType<typeof openDatabase>;

export function openDatabase(env: Env) {
  if (env.DATABASE_FETCH_ENDPOINT !== undefined) neonConfig.fetchEndpoint = env.DATABASE_FETCH_ENDPOINT;
  return drizzle(neon(env.DATABASE_URL), { schema: tables });
}

/**
 * Who signs in, by Better Auth. People come by invitation: a person who signs up shows the secret of one for their e-mail, which only
 * whoever was given its link knows. Events go into the audit trail of the organizations they concern.
 */
export function createAuth(env: Env, origin: string, afterwards: (work: Promise<unknown>) => void) {
  const database = openDatabase(env);
  const note = (event: PersonEvent) => afterwards(env.PEOPLE.note(event, shardOf(env)));
  return betterAuth({
    baseURL: origin,
    basePath: "/auth",
    secret: env.SESSION_SECRET,
    database: drizzleAdapter(database, { provider: "pg", schema: tables }),
    telemetry: { enabled: false },
    logger: { level: "error" },
    advanced: {
      database: { generateId: () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))) },
      ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
      cookiePrefix: "stela",
      defaultCookieAttributes: { sameSite: "lax" },
    },
    // The Worker throttles before it asks here: see sign-in-limit.ts.
    rateLimit: { enabled: false },
    session: { expiresIn: SESSION_DAYS * SECONDS_PER_DAY, updateAge: SECONDS_PER_DAY },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
    },
    ...(env.GITHUB_CLIENT_ID !== undefined &&
      env.GITHUB_CLIENT_SECRET !== undefined && {
        socialProviders: {
          github: {
            clientId: env.GITHUB_CLIENT_ID,
            clientSecret: env.GITHUB_CLIENT_SECRET,
            disableImplicitSignUp: true,
          },
        },
      }),
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path !== "/sign-up/email") return;
        const invitation = await findInvitation(database, String(body?.invitationSecret ?? ""));
        if (invitation?.isOpen && invitation.email === String(body?.email ?? "").toLowerCase()) return;
        throw new APIError("FORBIDDEN", {
          code: "INVITATION_REQUIRED",
          message: "People join by invitation: open the link you were sent.",
        });
      }),
      after: createAuthMiddleware(async ({ path, body, context }) => {
        if (path !== "/sign-in/email" || !(context.returned instanceof APIError)) return;
        for (const organizationId of await organizationsOfEmail(database, String(body?.email ?? ""))) {
          note({
            organizationId,
            actor: "person:unknown",
            action: "person.sign_in",
            outcome: "refused",
            details: { email: String(body?.email).toLowerCase() },
          });
        }
      }),
    },
    databaseHooks: {
      session: {
        create: {
          async before(session) {
            const [first] = await organizationsOf(database, session.userId);
            return { data: { ...session, activeOrganizationId: first ?? null } };
          },
          async after(session) {
            for (const organizationId of await organizationsOf(database, session.userId)) {
              note({
                organizationId,
                actor: `person:${session.userId}`,
                action: "person.sign_in",
                outcome: "done",
                details: {},
              });
            }
          },
        },
        delete: {
          async after(session) {
            for (const organizationId of await organizationsOf(database, session.userId)) {
              note({
                organizationId,
                actor: `person:${session.userId}`,
                action: "person.sign_out",
                outcome: "done",
                details: {},
              });
            }
          },
        },
      },
    },
    plugins: [
      organization({
        ac: accessControl,
        roles: organizationRoles,
        allowUserToCreateOrganization: false,
        disableOrganizationDeletion: true,
        invitationExpiresIn: INVITATION_DAYS * SECONDS_PER_DAY,
        cancelPendingInvitationsOnReInvite: true,
        // The link is what proves whom it was given to: Stela sends no e-mail.
        requireEmailVerificationOnInvitation: false,
        membershipLimit: 1_000,
        organizationHooks: {
          async afterCreateInvitation({ invitation, inviter }) {
            const details = { email: invitation.email, role: invitation.role };
            note({ ...by(inviter.id, invitation.organizationId), action: "person.invite", outcome: "done", details });
          },
          async afterAcceptInvitation({ member, user }) {
            const details = { role: member.role };
            note({ ...by(user.id, member.organizationId), action: "person.join", outcome: "done", details });
          },
          async afterUpdateMemberRole({ member, previousRole, user }) {
            const details = { person: member.userId, from: previousRole, to: member.role };
            note({ ...by(user.id, member.organizationId), action: "person.change_role", outcome: "done", details });
          },
          async afterRemoveMember({ member, user }) {
            const details = { person: member.userId, role: member.role };
            note({ ...by(user.id, member.organizationId), action: "person.remove", outcome: "done", details });
          },
        },
      }),
    ],
  });
}

function by(personId: string, organizationId: string) {
  return { actor: `person:${personId}`, organizationId } as const;
}
