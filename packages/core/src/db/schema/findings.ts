import { sql } from "drizzle-orm";
import { index, integer, pgPolicy, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ownOrganization } from "./policies.ts";
import { bytea, bytewiseText, instant, stela } from "./stela.ts";

/** Where a write held what looks like a secret, and what became of it. Never the text. */
export const findings = stela
  .table(
    "findings",
    {
      orgId: uuid("org_id").notNull(),
      id: uuid("id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      rule: bytewiseText("rule").notNull(),
      name: text("name").notNull(),
      /** What the container did: block, redact or allow. */
      policy: text("policy").notNull(),
      /** Where it stood in what was sent: a JSON path, and the line of the text there. */
      path: text("path").notNull(),
      line: integer("line").notNull(),
      /** Stands for the exact text: made with the Worker's secret and with the organization, so that the table alone tells nothing. */
      fingerprint: bytea("fingerprint").notNull(),
      actor: text("actor").notNull(),
      session: text("session"),
      request: text("request"),
      at: instant("at").notNull().default(sql`clock_timestamp()`),
    },
    (table) => [
      primaryKey({ name: "findings_pkey", columns: [table.orgId, table.id] }),
      index("findings_container_tag_idx").on(table.orgId, table.containerTag, table.rule, table.id),
      index("findings_at_idx").on(table.orgId, table.at),
      pgPolicy("findings_own_organization", ownOrganization),
    ],
  )
  .enableRLS();

/** A text that a person found harmless: it passes in the container, or in all of them where the container is `*`. */
export const falsePositives = stela
  .table(
    "false_positives",
    {
      orgId: uuid("org_id").notNull(),
      containerTag: bytewiseText("container_tag").notNull(),
      fingerprint: bytea("fingerprint").notNull(),
      /** The finding that was marked. */
      findingId: uuid("finding_id").notNull(),
      reason: text("reason"),
      actor: text("actor").notNull(),
      at: instant("at").notNull().default(sql`clock_timestamp()`),
    },
    (table) => [
      primaryKey({ name: "false_positives_pkey", columns: [table.orgId, table.containerTag, table.fingerprint] }),
      pgPolicy("false_positives_own_organization", ownOrganization),
    ],
  )
  .enableRLS();
