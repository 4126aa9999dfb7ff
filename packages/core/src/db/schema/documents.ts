import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgPolicy,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytewiseText, instant, stela } from "./stela.ts";

export const documents = stela
  .table(
    "documents",
    {
      orgId: uuid("org_id").notNull(),
      id: uuid("id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      customId: bytewiseText("custom_id").notNull(),
      /** The customId with `/` as U+0001, which no customId holds: bytewise order is then the order of a listing. */
      treeKey: bytewiseText("tree_key").notNull().generatedAlwaysAs(sql`translate(custom_id, '/', E'\\x01')`),
      /**
       * The container again, for the indexes of listings alone. Where the planner knows little of a table, any index that begins with
       * the organization looks as good to find one document as the one on customId, and the whole organization is walked. So no
       * other index of documents begins with it.
       */
      listingTag: bytewiseText("listing_tag").notNull().generatedAlwaysAs(sql`container_tag`),
      version: integer("version").notNull(),
      content: text("content").notNull(),
      bytes: integer("bytes").notNull().generatedAlwaysAs(sql`octet_length(content)`),
      /** By octets: to count the characters of a text costs Postgres five times as much as to find its line ends. */
      lines: integer("lines")
        .notNull()
        .generatedAlwaysAs(sql`octet_length(content) - octet_length(replace(content, E'\\n', '')) + 1`),
      metadata: jsonb("metadata").notNull().default({}),
      tags: text("tags").array().notNull().default(sql`'{}'`),
      category: text("category"),
      key: text("key"),
      importance: smallint("importance"),
      status: text("status").notNull().default("active"),
      source: text("source"),
      /** From 0 to 1: how sure the source was. */
      confidence: doublePrecision("confidence"),
      /** When what the text says was said or became true; of a fact always known. */
      occurredAt: instant("occurred_at"),
      /** Of an outdated fact the document that took its place, by id: an erasure of that one leaves no name here. */
      supersededBy: uuid("superseded_by"),
      isPinned: boolean("is_pinned").notNull().default(false),
      createdAt: instant("created_at").notNull().default(sql`now()`),
      updatedAt: instant("updated_at").notNull().default(sql`now()`),
      lastAccessedAt: instant("last_accessed_at").notNull().default(sql`now()`),
      expiresAt: instant("expires_at"),
    },
    (table) => [
      primaryKey({ name: "documents_pkey", columns: [table.id, table.orgId] }),
      uniqueIndex("documents_custom_id_key").on(table.orgId, table.containerTag, table.customId),
      index("documents_tree_key_idx").on(table.listingTag, table.orgId, table.treeKey),
      index("documents_updated_at_idx").on(table.listingTag, table.orgId, table.updatedAt, table.id),
      index("documents_expires_at_idx").on(table.orgId, table.expiresAt).where(sql`expires_at is not null`),
      index("documents_facts_idx").on(table.orgId, table.listingTag, table.category).where(sql`key is not null`),
      pgPolicy("documents_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
