import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgPolicy, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytea, bytewiseText, instant, stela } from "./stela.ts";

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
      at: instant("at").notNull().default(sql`clock_timestamp()`),
      /** SHA-256 of customId and details as they were written: what an erasure blanks can still be proved unchanged until then. */
      erasableHash: bytea("erasable_hash").notNull(),
      /** The erasure that blanked customId and details. */
      erasedBy: uuid("erased_by"),
    },
    (table) => [
      primaryKey({ name: "audit_events_pkey", columns: [table.orgId, table.id] }),
      index("audit_events_container_tag_idx").on(table.orgId, table.containerTag, table.id),
      index("audit_events_document_id_idx").on(table.orgId, table.documentId).where(sql`document_id is not null`),
      index("audit_events_actor_idx").on(table.orgId, table.actor, table.id),
      index("audit_events_session_idx").on(table.orgId, table.session, table.id).where(sql`session is not null`),
      index("audit_events_at_idx").on(table.orgId, table.at),
      pgPolicy("audit_events_own_organization", ownOrganization),
    ],
  )
  .enableRLS();

/** A link of an organization's hash chain over its audit trail: a batch of events, sealed together with the link before. */
export const auditSeals = stela
  .table(
    "audit_seals",
    {
      orgId: uuid("org_id").notNull(),
      number: bigint("number", { mode: "number" }).notNull(),
      firstEventId: bigint("first_event_id", { mode: "number" }).notNull(),
      lastEventId: bigint("last_event_id", { mode: "number" }).notNull(),
      events: bigint("events", { mode: "number" }).notNull(),
      /** SHA-256 over the previous seal's hash and every event of the batch, in order. */
      hash: bytea("hash").notNull(),
      at: instant("at").notNull().default(sql`clock_timestamp()`),
    },
    (table) => [
      primaryKey({ name: "audit_seals_pkey", columns: [table.orgId, table.number] }),
      pgPolicy("audit_seals_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
