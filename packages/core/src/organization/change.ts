import type * as z from "zod";
import { administers, type Context } from "../context.ts";
import { sql } from "../db/sql.ts";
import { command, param } from "../db/statement.ts";
import { type Answer, toOrganization } from "./answer.ts";
import type { Organization, OrganizationSettings } from "./schema.ts";

/** Changes the sent settings. A quota below what is held refuses what would add to it; nothing goes. */
export async function change(context: Context, settings: z.infer<typeof OrganizationSettings>): Promise<Organization> {
  const statement = command<Answer>(sql`stela.change_organization(${param.json(settings)})`);
  return toOrganization(await context.run(administers(null), statement));
}
