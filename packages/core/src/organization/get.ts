import { administers, type Context } from "../context.ts";
import { sql } from "../db/sql.ts";
import { query } from "../db/statement.ts";
import { type Answer, toOrganization } from "./answer.ts";
import type { Organization } from "./schema.ts";

/** Reads the caller's organization: how much it holds, and how much it may. */
export async function get(context: Context): Promise<Organization> {
  return toOrganization(await context.run(administers(null), query<Answer>(sql`stela.get_organization()`)));
}
