import { type Context, readsHistory } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import { type EventPage, pageOf } from "./page.ts";
import type { AuditEvent, AuditFilters } from "./schema.ts";

/** How a format writes its first lines, and events. */
export interface ExportFormat {
  readonly name: string;
  readonly head: string;
  line(event: AuditEvent): string;
}

/**
 * Every event that matches, the newest first, as text, page after page: each is one round trip, made when the one before was taken. The
 * first is read, and the export noted, before this returns. What happens meanwhile is not in it.
 * @throws DomainError from the iteration too, when a later page fails.
 */
export async function exportEvents(
  context: Context,
  filters: AuditFilters,
  format: ExportFormat,
): Promise<AsyncIterable<string>> {
  const access = readsHistory(filters.containerTag ?? null);
  // A name may be erased later: that the export was narrowed to one is kept, not which.
  const kept = filters.customId === undefined ? filters : { ...filters, customId: "(one)" };
  const details = param.json({ format: format.name, filters: kept });
  const firstPage = pageOf(filters, null, LIMITS.exportPageRows);
  const first = await context.run(
    access,
    query<EventPage>(sql`stela.noting_export(${param.text(filters.containerTag ?? null)}, ${details}, ${firstPage})`),
  );
  return (async function* pages() {
    yield format.head;
    for (let page = first; ; ) {
      yield page.events.map((event) => format.line(event)).join("");
      const last = page.events.at(-1);
      if (!page.more || last === undefined) return;
      page = await context.run(access, query<EventPage>(pageOf(filters, String(last.id), LIMITS.exportPageRows)));
    }
  })();
}
