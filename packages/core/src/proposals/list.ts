import type * as z from "zod";
import { type Context, reads } from "../context.ts";
import { and, sql } from "../db/sql.ts";
import { query } from "../db/statement.ts";
import { type ProposalListQuery, type ProposalPage, type StoredProposal, toProposal } from "./schema.ts";

/** Lists proposals, the oldest first, without their texts. */
export async function list(
  context: Context,
  { limit, cursor, ...filters }: z.infer<typeof ProposalListQuery>,
): Promise<z.infer<typeof ProposalPage>> {
  const { status, containerTag, actor } = filters;
  const listing = JSON.stringify(["proposals", filters]);
  const [after] = cursor === undefined ? [] : await context.cursors.verify(listing, cursor);
  const found = await context.run(
    reads(containerTag ?? null),
    query<StoredProposal[]>(sql`(
      select coalesce(json_agg(page.proposal order by page.id), '[]')
      from (
        select stela.proposal_json(proposals, false) as proposal, id from stela.proposals where ${and(
          sql`proposals.org_id = stela.current_org()`,
          sql`stela.may_access(proposals.container_tag)`,
          status === undefined ? undefined : sql`proposals.status = ${status}`,
          containerTag === undefined ? undefined : sql`proposals.container_tag = ${containerTag}`,
          actor === undefined ? undefined : sql`proposals.actor = ${actor}`,
          after === undefined ? undefined : sql`proposals.id > ${after}`,
        )}
        order by proposals.id limit ${limit + 1}::integer
      ) as page
    )`),
  );
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    proposals: shown.map(toProposal),
    nextCursor: last === undefined ? null : await context.cursors.sign(listing, [last.id]),
  };
}
