import type * as z from "zod";
import { type Context, readsHistory } from "../context.ts";
import { and, sql } from "../db/sql.ts";
import { query } from "../db/statement.ts";
import { matches } from "./matches.ts";
import type { FindingQuery, FindingSummary } from "./schema.ts";

type Counts = z.infer<typeof FindingSummary>["counts"];

/** Counts findings by container and rule, in that order. */
export async function summarize(
  context: Context,
  { limit, cursor, ...filters }: z.infer<typeof FindingQuery>,
): Promise<z.infer<typeof FindingSummary>> {
  const listing = JSON.stringify(["findings summary", filters]);
  const after = cursor === undefined ? undefined : await context.cursors.verify(listing, cursor);
  const isAfter = after === undefined ? undefined : sql`(container_tag, rule) > (${after[0] ?? ""}, ${after[1] ?? ""})`;
  const counts = await context.run(
    readsHistory(filters.containerTag ?? null),
    query<Counts>(sql`(
      select coalesce(json_agg(json_build_object(
        'containerTag', container_tag, 'rule', rule, 'name', name, 'findings', total, 'open', total - harmless,
        'falsePositives', harmless, 'lastAt', stela.rfc3339(last_at)) order by container_tag, rule), '[]')
      from (
        select container_tag, rule, max(name) as name, count(*) as total, max(at) as last_at,
          count(*) filter (where stela.is_false_positive(findings)) as harmless
        from stela.findings where ${and(matches(filters), isAfter)}
        group by container_tag, rule order by container_tag, rule limit ${limit + 1}::integer
      ) as counted
    )`),
  );
  const shown = counts.slice(0, limit);
  const last = counts.length > limit ? shown.at(-1) : undefined;
  return {
    counts: shown,
    nextCursor: last === undefined ? null : await context.cursors.sign(listing, [last.containerTag, last.rule]),
  };
}
