import { sql } from "drizzle-orm";
import { text, uuid } from "drizzle-orm/pg-core";
import { instant, stela } from "./stela.ts";

/** A tenant. Everything below it carries its id. */
export const organizations = stela.table("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  createdAt: instant("created_at").notNull().default(sql`now()`),
});
