import { sql } from "drizzle-orm";

/** The second wall: whatever a statement asks, only the rows of the authenticated organization exist for it. */
export const ownOrganization = {
  as: "permissive",
  for: "all",
  to: "public",
  using: sql`org_id = stela.current_org()`,
  withCheck: sql`org_id = stela.current_org()`,
} as const;
