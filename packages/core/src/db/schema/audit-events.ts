import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgPolicy, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytewiseText, instant, stela } from "./stela.ts";

/** Who did what to what, and how it ended. Append-only for the app's role; never holds content. */
export const auditEvents = stela
  .table(
    "audit_events",
    {
      orgId: uuid("org_id").notNull(),
      id: bigint("id", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
      actor: text("actor").notNull(),
      action: text("action").notNull(),
      outcome: text("outcome").notNull(),
      containerTag: bytewiseText("container_tag"),
      customId: bytewiseText("custom_id"),
      documentId: uuid("document_id"),
      session: text("session"),
      request: text("request"),
      details: jsonb("details").notNull().default({}),
      at: instant("at").notNull().default(sql`now()`),
    },
    (table) => [
      primaryKey({ name: "audit_events_pkey", columns: [table.orgId, table.id] }),
      index("audit_events_container_tag_idx").on(table.orgId, table.containerTag, table.id),
      pgPolicy("audit_events_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
