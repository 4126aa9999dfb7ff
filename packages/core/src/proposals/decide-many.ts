import type * as z from "zod";
import { atLength, type Context, writes } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { command, param } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";
import { type Decision, decisionError } from "./decision.ts";
import { type Decisions, toProposal } from "./schema.ts";

/** Approves each of up to 100 proposals that can be, as they were proposed. One round trip, one transaction. */
export function approveMany(context: Context, ids: readonly string[]): Promise<z.infer<typeof Decisions>> {
  return decide(
    context,
    ids,
    sql`stela.approve_proposals(${param.uuids(ids)}, ${param.integer(LIMITS.contentBytes)}, ${param.integer(LIMITS.customIdBytes)})`,
  );
}

/** Rejects each of up to 100 proposals that is pending. */
export function rejectMany(
  context: Context,
  ids: readonly string[],
  reason: string | undefined,
): Promise<z.infer<typeof Decisions>> {
  return decide(context, ids, sql`stela.reject_proposals(${param.uuids(ids)}, ${param.text(reason ?? null)})`);
}

async function decide(context: Context, ids: readonly string[], call: SQL): Promise<z.infer<typeof Decisions>> {
  const { answers } = await context.run(
    atLength(writes(null)),
    command<{ outcome: "done"; answers: readonly Decision[] }>(call),
  );
  return { results: answers.map((answer, index) => toResult(ids[index] ?? "", answer)) };
}

function toResult(id: string, answer: Decision): z.infer<typeof Decisions>["results"][number] {
  if (answer.outcome === "done") return { id, proposal: toProposal(answer.proposal) };
  const { code, message, extra } = decisionError(answer);
  return { id, problem: { code, detail: message, ...extra } };
}
