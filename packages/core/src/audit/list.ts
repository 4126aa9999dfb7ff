import type * as z from "zod";
import { type Context, readsHistory } from "../context.ts";
import { query } from "../db/statement.ts";
import { type EventPage, pageOf } from "./page.ts";
import type { AuditPage, AuditQuery } from "./schema.ts";

/** Lists the audit trail, the newest first: events of containers that the key covers, and of none where it covers all. */
export async function list(
  context: Context,
  { limit, cursor, ...filters }: z.infer<typeof AuditQuery>,
): Promise<z.infer<typeof AuditPage>> {
  const listing = JSON.stringify(["audit", filters]);
  const [before = null] = cursor === undefined ? [] : await context.cursors.verify(listing, cursor);
  const { events, more } = await context.run(
    readsHistory(filters.containerTag ?? null),
    query<EventPage>(pageOf(filters, before, limit)),
  );
  const last = more ? events.at(-1) : undefined;
  return {
    events: [...events],
    nextCursor: last === undefined ? null : await context.cursors.sign(listing, [String(last.id)]),
  };
}
