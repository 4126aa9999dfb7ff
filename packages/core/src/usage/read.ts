import type * as z from "zod";
import { administers, type Context } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, query } from "../db/statement.ts";
import { invalid } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { Usage, UsageQuery, UsageRow } from "./schema.ts";

type Answer =
  | {
      readonly outcome: "done";
      readonly from: string;
      readonly to: string;
      readonly rows: readonly (Omit<UsageRow, "day" | "containerTag" | "key"> & { readonly name: string })[];
    }
  | { readonly outcome: "range" };

const NAMES = { day: "day", container: "containerTag", key: "key" } as const;

/** Counts what was written in at most 92 days, from the audit trail. What an erasure blanked there counts without bytes and token. */
export async function read(
  context: Context,
  { from, to, containerTag, groupBy, limit, cursor }: z.infer<typeof UsageQuery>,
): Promise<z.infer<typeof Usage>> {
  const listing = JSON.stringify(["usage", from, to, containerTag, groupBy]);
  // The days of the first page, so that a midnight between two pages changes nothing.
  const [after, firstDay, lastDay] =
    cursor === undefined ? [undefined, from, to] : await context.cursors.verify(listing, cursor);
  const answer = await context.run(
    administers(containerTag ?? null),
    query<Answer>(sql`stela.usage(${firstDay ?? null}::date, ${lastDay ?? null}::date, ${param.text(containerTag ?? null)}, ${param.text(groupBy)},
      ${param.text(after ?? null)}, ${param.integer(limit + 1)}, ${param.integer(LIMITS.usageDays)})`),
  );
  if (answer.outcome === "range") throw invalid("to", `must be 0 to ${LIMITS.usageDays - 1} days after from`);
  const shown = answer.rows.slice(0, limit);
  const last = answer.rows.length > limit ? shown.at(-1) : undefined;
  return {
    from: answer.from,
    to: answer.to,
    rows: shown.map(({ name, ...counts }) => ({ [NAMES[groupBy]]: name, ...counts })),
    nextCursor: last === undefined ? null : await context.cursors.sign(listing, [last.name, answer.from, answer.to]),
  };
}
