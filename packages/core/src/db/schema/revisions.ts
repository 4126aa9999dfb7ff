import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgPolicy, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytewiseText, instant, stela } from "./stela.ts";

/** One state of a document for each of its versions, written by the history trigger and by nothing else. */
export const revisions = stela
  .table(
    "revisions",
    {
      orgId: uuid("org_id").notNull(),
      documentId: uuid("document_id").notNull(),
      version: integer("version").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      customId: bytewiseText("custom_id").notNull(),
      operation: text("operation").notNull(),
      /** The text of this version; null for a delete. */
      content: text("content"),
      metadata: jsonb("metadata").notNull(),
      tags: text("tags").array().notNull(),
      /** The document's other fields at this version, so that it can be restored whole. */
      fields: jsonb("fields").notNull(),
      actor: text("actor").notNull(),
      /** Who approved it, where the actor proposed it. */
      approvedBy: text("approved_by"),
      session: text("session"),
      request: text("request"),
      model: text("model"),
      at: instant("at").notNull().default(sql`clock_timestamp()`),
    },
    (table) => [
      primaryKey({ name: "revisions_pkey", columns: [table.orgId, table.documentId, table.version] }),
      index("revisions_custom_id_idx").on(table.orgId, table.containerTag, table.customId),
      index("revisions_session_idx").on(table.orgId, table.containerTag, table.session).where(sql`session is not null`),
      pgPolicy("revisions_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
