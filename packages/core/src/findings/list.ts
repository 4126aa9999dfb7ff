import type * as z from "zod";
import { type Context, readsHistory } from "../context.ts";
import { and, sql } from "../db/sql.ts";
import { query } from "../db/statement.ts";
import { matches } from "./matches.ts";
import { type FindingPage, type FindingQuery, type StoredFinding, toFinding } from "./schema.ts";

/** Lists findings of secrets, the newest first: where they stood and what became of them, never the text. */
export async function list(
  context: Context,
  { limit, cursor, ...filters }: z.infer<typeof FindingQuery>,
): Promise<z.infer<typeof FindingPage>> {
  const listing = JSON.stringify(["findings", filters]);
  const [before] = cursor === undefined ? [] : await context.cursors.verify(listing, cursor);
  const found = await context.run(
    readsHistory(filters.containerTag ?? null),
    query<StoredFinding[]>(sql`(
      select coalesce(json_agg(page.finding order by page.id desc), '[]')
      from (
        select stela.finding_json(findings) as finding, id from stela.findings
        where ${and(matches(filters), before === undefined ? undefined : sql`id < ${before}::uuid`)}
        order by id desc limit ${limit + 1}::integer
      ) as page
    )`),
  );
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    findings: shown.map(toFinding),
    nextCursor: last === undefined ? null : await context.cursors.sign(listing, [last.id]),
  };
}
