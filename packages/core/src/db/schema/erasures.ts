import { sql } from "drizzle-orm";
import { jsonb, pgPolicy, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytewiseText, instant, stela } from "./stela.ts";

/** The receipt of an erasure: what was counted, never what it said. It knows the documents by id alone, so that it can count again. */
export const erasures = stela
  .table(
    "erasures",
    {
      orgId: uuid("org_id").notNull(),
      id: uuid("id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      /** `document`, `prefix`, `session` or `container`. */
      target: text("target").notNull(),
      documentIds: uuid("document_ids").array().notNull(),
      counts: jsonb("counts").notNull(),
      actor: text("actor").notNull(),
      request: text("request"),
      at: instant("at").notNull().default(sql`clock_timestamp()`),
    },
    (table) => [
      primaryKey({ name: "erasures_pkey", columns: [table.orgId, table.id] }),
      pgPolicy("erasures_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
