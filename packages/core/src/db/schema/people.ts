import { sql } from "drizzle-orm";
import { boolean, index, pgSchema, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

/**
 * Who signs in to the dashboard, in a schema of its own with a role of its own: the API's role sees no password, and the dashboard's no
 * document. Tables and columns are what Better Auth 1.7 reads and writes.
 */
const people = pgSchema("stela_people");

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const user = people.table("users", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique("users_email_key"),
  emailVerified: boolean("is_email_verified").notNull().default(false),
  image: text("image"),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const session = people.table(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    token: text("token").notNull().unique("sessions_token_key"),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    activeOrganizationId: uuid("active_organization_id"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("sessions_user_id_idx").on(table.userId)],
);

/** How a person proves who they are: a password (scrypt), or an account elsewhere. */
export const account = people.table(
  "accounts",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    providerId: text("provider_id").notNull(),
    accountId: text("account_id").notNull(),
    password: text("password"),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("accounts_user_id_idx").on(table.userId),
    uniqueIndex("accounts_provider_key").on(table.providerId, table.accountId),
  ],
);

export const verification = people.table(
  "verifications",
  {
    id: uuid("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("verifications_identifier_idx").on(table.identifier)],
);

/** The people's side of an organization: its id is that of `stela.organizations`. */
export const organization = people.table("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique("organizations_slug_key"),
  logo: text("logo"),
  metadata: text("metadata"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const member = people.table(
  "members",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    role: text("role").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("members_organization_id_user_id_key").on(table.organizationId, table.userId),
    index("members_user_id_idx").on(table.userId),
  ],
);

export const invitation = people.table(
  "invitations",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    role: text("role"),
    status: text("status").notNull(),
    /** The part of its link that nobody can guess. Better Auth does not know it, so no member is shown it. */
    secret: uuid("secret").notNull().unique("invitations_secret_key").default(sql`gen_random_uuid()`),
    /** Null for the first owner, whom the operator invites. */
    inviterId: uuid("inviter_id").references(() => user.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("invitations_organization_id_idx").on(table.organizationId),
    index("invitations_email_idx").on(table.email),
  ],
);
