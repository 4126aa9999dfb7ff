import type * as z from "zod";
import { type Context, writes } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { command, param, type Statement } from "../db/statement.ts";
import { MOST_JUDGEMENTS } from "../documents/run-edit.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { type Judgement, judgeEdit } from "../secrets/judge-edit.ts";
import { findSecrets, judgedBy, redactSent, type SecretRefusal, secretError } from "../secrets/screen.ts";
import { type Decision, decisionError } from "./decision.ts";
import { type ApproveBody, type Proposal, type ProposedOperation, toProposal } from "./schema.ts";

/** By an operation's place: what its edits make of the text they meet. */
type Judgements = ReadonlyMap<number, Judgement>;

/**
 * Approves a proposal, as proposed or corrected: an ordinary write of its proposer, with the approver beside. One round trip; each edit
 * that could complete a secret takes one more.
 */
export async function approve(
  context: Context,
  id: string,
  { operation, force }: z.infer<typeof ApproveBody>,
): Promise<Proposal> {
  const newIds = operation === undefined ? null : idsFor(context, operation);
  const judgements = new Map<number, Judgement>();
  for (let round = 0; round <= LIMITS.batchOperations + MOST_JUDGEMENTS; round++) {
    const call = (correction: ProposedOperation | undefined, isRedacted: boolean): SQL =>
      sql`stela.approve_proposal(${param.uuid(id)}, ${param.json(correction ?? null)},
        ${newIds === null ? sql`null::uuid[]` : param.uuids(newIds)}, ${param.boolean(force)},
        ${param.json(toJudged(judgements, isRedacted))}, ${param.integer(LIMITS.contentBytes)},
        ${param.integer(LIMITS.customIdBytes)})`;
    const findings = [
      ...findSecrets({ operation }),
      ...[...judgements.values()].flatMap((judgement) => judgement.findings),
    ];
    const plain = call(operation, false);
    const statement: Statement<Decision | SecretRefusal> = command(
      findings.length === 0 ? plain : judgedBy(policyOf(id), findings, plain, call(redactSent(operation), true)),
    );
    const answer = await context.run(writes(null), statement);
    if (answer.outcome === "done") return toProposal(answer.proposal);
    if (answer.outcome === "secret_detected") throw secretError(findings);
    if (answer.outcome !== "refused" || answer.refusal.outcome !== "judge" || answer.edits === null) {
      throw decisionError(answer);
    }
    judgements.set(answer.index, judgeEdit(answer.refusal, answer.edits));
  }
  const detail = "The document is changing too fast to be checked for secrets. Try again.";
  throw new DomainError("unavailable", detail, { retryAfterSeconds: 1 });
}

function idsFor(context: Context, operation: ProposedOperation): string[] {
  return (operation.op === "batch" ? operation.operations : [operation]).map(() => context.newId());
}

function policyOf(id: string): SQL {
  return sql`(select proposals.container_tag from stela.proposals
    where proposals.org_id = stela.current_org() and proposals.id = ${id} and stela.may_access(proposals.container_tag))`;
}

function toJudged(judgements: Judgements, isRedacted: boolean): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...judgements].map(([index, { risk, findings, redacted, version }]) => [
      index,
      isRedacted && findings.length > 0 ? { redacted, version } : { risk },
    ]),
  );
}
