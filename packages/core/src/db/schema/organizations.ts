import { sql } from "drizzle-orm";
import { bigint, pgPolicy, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { instant, stela } from "./stela.ts";

/** A tenant. Everything below it carries its id. */
export const organizations = stela.table("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  maxDocuments: bigint("max_documents", { mode: "number" }),
  maxBytes: bigint("max_bytes", { mode: "number" }),
  createdAt: instant("created_at").notNull().default(sql`now()`),
  /** Whose pages may call the API from a browser. */
  allowedOrigins: text("allowed_origins").array().notNull().default(sql`'{}'`),
  /** Since when it is read-only, because it is being moved to another shard. */
  frozenAt: instant("frozen_at"),
  /** The shard where it lives now. What is left here only says so. */
  movedTo: text("moved_to"),
});

/**
 * How many documents and bytes an organization holds in all, as the sum of as many rows as there were ever writers at once: each
 * takes one that no other holds, so that writers of different containers never wait for each other here. Kept by trigger.
 */
export const organizationCounters = stela
  .table(
    "organization_counters",
    {
      orgId: uuid("org_id").notNull(),
      slot: uuid("slot").notNull(),
      documents: bigint("documents", { mode: "number" }).notNull().default(0),
      bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    },
    (table) => [
      primaryKey({ name: "organization_counters_pkey", columns: [table.orgId, table.slot] }),
      pgPolicy("organization_counters_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
