import { sql } from "drizzle-orm";
import { bigint, customType, index, integer, pgPolicy, primaryKey, smallint, uuid } from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytewiseText, stela } from "./stela.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** A document whose search entries are older than it is. Writers only add marks; a search reads marked documents as they are. */
export const searchMarks = stela
  .table(
    "search_marks",
    {
      orgId: uuid("org_id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      documentId: uuid("document_id").notNull(),
      /** The transaction that made it, so that a mark can be added while an older one is being removed. */
      transactionId: bigint("transaction_id", { mode: "bigint" }).notNull(),
    },
    (table) => [
      primaryKey({
        name: "search_marks_pkey",
        columns: [table.orgId, table.containerTag, table.documentId, table.transactionId],
      }),
      pgPolicy("search_marks_own_organization", ownOrganization),
    ],
  )
  .enableRLS();

/** The words of a document, or of one passage of a long one, with their places. */
export const searchEntries = stela
  .table(
    "search_entries",
    {
      orgId: uuid("org_id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      /** Its number in the container, never used again. A negative one is dead: its words are still in the postings of -slot. */
      slot: integer("slot").notNull(),
      documentId: uuid("document_id").notNull(),
      passage: integer("passage").notNull(),
      /** Where the passage begins in the content, in characters from 0, and how many it has. */
      firstCharacter: integer("first_character").notNull(),
      characters: integer("characters").notNull(),
      firstLine: integer("first_line").notNull(),
      /** How many words it has, for ranking. */
      words: integer("words").notNull(),
      terms: tsvector("terms").notNull(),
    },
    (table) => [
      primaryKey({ name: "search_entries_pkey", columns: [table.orgId, table.containerTag, table.slot] }),
      index("search_entries_document_idx").on(table.orgId, table.documentId),
      pgPolicy("search_entries_own_organization", ownOrganization),
    ],
  )
  .enableRLS();

/** Of a large container: which entries hold a word, those where it weighs most first. */
export const searchPostings = stela
  .table(
    "search_postings",
    {
      orgId: uuid("org_id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      /** The slots from the one before's end to this one: a segment is built once, and never grows. */
      lastSlot: integer("last_slot").notNull(),
      term: bytewiseText("term").notNull(),
      /** 0 for the entries where it weighs most, 1 for the rest. */
      part: smallint("part").notNull(),
      /** How many entries of the segment hold the word. */
      entries: integer("entries").notNull(),
      /** Weight (0 to 1,023) × 2^20 + (last_slot - slot), falling. */
      places: integer("places").array().notNull(),
    },
    (table) => [
      primaryKey({
        name: "search_postings_pkey",
        columns: [table.orgId, table.containerTag, table.term, table.part, table.lastSlot],
      }),
      pgPolicy("search_postings_own_organization", ownOrganization),
    ],
  )
  .enableRLS();

/** What a search knows of a container before it reads. */
export const searchContainers = stela
  .table(
    "search_containers",
    {
      orgId: uuid("org_id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      lastSlot: integer("last_slot").notNull().default(0),
      /** Live entries and their words. */
      entries: bigint("entries", { mode: "number" }).notNull().default(0),
      words: bigint("words", { mode: "number" }).notNull().default(0),
      /** The ends of the segments that have postings, rising; entries after the last are read one by one. */
      segments: integer("segments").array().notNull().default(sql`'{}'`),
    },
    (table) => [
      primaryKey({ name: "search_containers_pkey", columns: [table.orgId, table.containerTag] }),
      pgPolicy("search_containers_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
