import { sql } from "drizzle-orm";
import { index, json, pgPolicy, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytea, instant, stela } from "./stela.ts";

/** The answer of each request that carried an Idempotency-Key, kept for 24 hours in the same transaction as its change. */
export const idempotency = stela
  .table(
    "idempotency",
    {
      orgId: uuid("org_id").notNull(),
      /** The API key or person that sent the request: two actors never meet in one key. */
      actor: text("actor").notNull(),
      key: text("key").notNull(),
      /** SHA-256 of method, path, preconditions and body. */
      fingerprint: bytea("fingerprint").notNull(),
      answer: json("answer"),
      /** The containers it is about, so that an erasure finds it; none when that is not known. */
      containerTags: text("container_tags").array().notNull().default(sql`'{}'`),
      at: instant("at").notNull().default(sql`now()`),
    },
    (table) => [
      primaryKey({ name: "idempotency_pkey", columns: [table.orgId, table.actor, table.key] }),
      // Always true, and said by prune alone: the planner can take this index for nothing else, however little it knows of the table.
      index("idempotency_at_idx").on(table.orgId, table.at).where(sql`key >= ''`),
      pgPolicy("idempotency_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
