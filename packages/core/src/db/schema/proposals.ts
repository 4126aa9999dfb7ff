import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgPolicy, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytewiseText, instant, stela } from "./stela.ts";

/** A write of a key that may only propose, waiting for a person: approval makes it an ordinary write. */
export const proposals = stela
  .table(
    "proposals",
    {
      orgId: uuid("org_id").notNull(),
      id: uuid("id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      customId: bytewiseText("custom_id"),
      /** `{operation, bases, newIds}`: the operation as the API shows it, what its documents were, and the ids of those it makes. */
      operation: jsonb("operation").notNull(),
      /** The version the document had when it was proposed; null for none. */
      baseVersion: integer("base_version"),
      status: text("status").notNull().default("pending"),
      actor: text("actor").notNull(),
      session: text("session"),
      model: text("model"),
      request: text("request"),
      createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
      decidedBy: text("decided_by"),
      decidedAt: instant("decided_at"),
      reason: text("reason"),
      /** The document it is about, and once approved the version it made. */
      documentId: uuid("document_id"),
      version: integer("version"),
    },
    (table) => [
      primaryKey({ name: "proposals_pkey", columns: [table.orgId, table.id] }),
      index("proposals_status_idx").on(table.orgId, table.status, table.id),
      pgPolicy("proposals_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
