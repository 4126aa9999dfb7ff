import type * as z from "zod";
import { type Context, erases } from "../context.ts";
import { and, sql } from "../db/sql.ts";
import { query } from "../db/statement.ts";
import type { ErasureListQuery, ErasurePage } from "./schema.ts";
import { type StoredErasure, toErasure } from "./stored.ts";

/** Lists the receipts of the containers that the key covers, or of one of them, the newest first. */
export async function list(
  context: Context,
  { containerTag, limit, cursor }: z.infer<typeof ErasureListQuery>,
): Promise<z.infer<typeof ErasurePage>> {
  const listing = JSON.stringify(["erasures", containerTag]);
  const [before] = cursor === undefined ? [] : await context.cursors.verify(listing, cursor);
  const found = await context.run(
    erases(containerTag ?? null),
    query<StoredErasure[]>(sql`(
      select coalesce(json_agg(page.erasure order by page.id desc), '[]')
      from (
        select stela.erasure_json(erasures, false) as erasure, id from stela.erasures where ${and(
          sql`erasures.org_id = stela.current_org()`,
          sql`stela.may_access(erasures.container_tag)`,
          containerTag === undefined ? undefined : sql`erasures.container_tag = ${containerTag}`,
          before === undefined ? undefined : sql`erasures.id < ${before}`,
        )}
        order by erasures.id desc limit ${limit + 1}::integer
      ) as page
    )`),
  );
  const shown = found.slice(0, limit).map(toErasure);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    erasures: shown,
    nextCursor: last === undefined ? null : await context.cursors.sign(listing, [last.id]),
  };
}
