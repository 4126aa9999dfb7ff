import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgPolicy,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytewiseText, instant, stela } from "./stela.ts";

/** A namespace of documents and its settings. The first write makes it. */
export const containers = stela
  .table(
    "containers",
    {
      orgId: uuid("org_id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      onExisting: text("on_existing").notNull().default("refuse"),
      secretPolicy: text("secret_policy").notNull().default("block"),
      /** Rules of the container's own, each with the texts one of which stands in all that it matches. */
      secretRules: jsonb("secret_rules").notNull().default([]),
      hasInternalHostRules: boolean("has_internal_host_rules").notNull().default(false),
      /** Built-in rules whose findings are let through. */
      disabledRules: text("disabled_rules").array().notNull().default([]),
      /** What text must hold to be screened by the rules above; null where there are none, and an empty text, which all hold. */
      screenedWords: text("screened_words").array(),
      revisionRetentionDays: integer("revision_retention_days"),
      maxDocuments: bigint("max_documents", { mode: "number" }),
      maxBytes: bigint("max_bytes", { mode: "number" }),
      /** What it changes in the built-in rules of facts; null for nothing. */
      factRules: jsonb("fact_rules"),
      createdAt: instant("created_at").notNull().default(sql`now()`),
      updatedAt: instant("updated_at").notNull().default(sql`now()`),
    },
    (table) => [
      primaryKey({ name: "containers_pkey", columns: [table.orgId, table.containerTag] }),
      pgPolicy("containers_own_organization", ownOrganization),
    ],
  )
  .enableRLS();

/** How many documents and bytes a container holds, in 16 rows by hash of the document's id so that no row is hot. Kept by trigger. */
export const containerCounters = stela
  .table(
    "container_counters",
    {
      orgId: uuid("org_id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      slot: smallint("slot").notNull(),
      documents: bigint("documents", { mode: "number" }).notNull().default(0),
      bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    },
    (table) => [
      primaryKey({ name: "container_counters_pkey", columns: [table.orgId, table.containerTag, table.slot] }),
      pgPolicy("container_counters_own_organization", ownOrganization),
    ],
  )
  .enableRLS();

/** How often a container was recalled from in a day (UTC), by key. */
export const recallCounters = stela
  .table(
    "recall_counters",
    {
      orgId: uuid("org_id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      day: date("day", { mode: "string" }).notNull(),
      /** `key:<id>`: a token's recalls are its key's. */
      key: text("key").notNull(),
      recalls: bigint("recalls", { mode: "number" }).notNull().default(0),
    },
    (table) => [
      primaryKey({ name: "recall_counters_pkey", columns: [table.orgId, table.containerTag, table.day, table.key] }),
      index("recall_counters_day_idx").on(table.orgId, table.day),
      pgPolicy("recall_counters_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
