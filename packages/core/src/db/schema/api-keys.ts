import { sql } from "drizzle-orm";
import { index, text, uuid } from "drizzle-orm/pg-core";
import { organizations } from "./organizations.ts";
import { bytea, instant, stela } from "./stela.ts";

/** A key is shown once; only its SHA-256 is kept. `containers` holds patterns: a tag, or a prefix that ends in `*`. */
export const apiKeys = stela.table(
  "api_keys",
  {
    id: uuid("id").primaryKey(),
    orgId: uuid("org_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    hash: bytea("hash").notNull().unique("api_keys_hash_key"),
    scopes: text("scopes").array().notNull(),
    containers: text("containers").array().notNull().default(sql`'{*}'`),
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull().default(sql`now()`),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
    /** The key that a rotation made to take this one's place. */
    replacedBy: uuid("replaced_by"),
  },
  (table) => [index("api_keys_org_id_idx").on(table.orgId)],
);
