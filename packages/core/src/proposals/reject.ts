import { type Context, writes } from "../context.ts";
import { sql } from "../db/sql.ts";
import { command, param } from "../db/statement.ts";
import { type Decision, decisionError } from "./decision.ts";
import { type Proposal, toProposal } from "./schema.ts";

/** Rejects a proposal: nothing is written. */
export async function reject(context: Context, id: string, reason: string | undefined): Promise<Proposal> {
  const answer = await context.run(
    writes(null),
    command<Decision>(sql`stela.reject_proposal(${param.uuid(id)}, ${param.text(reason ?? null)})`),
  );
  if (answer.outcome !== "done") throw decisionError(answer);
  return toProposal(answer.proposal);
}
