import type * as z from "zod";
import { atLength, type Context, writes } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { command, param, type Statement } from "../db/statement.ts";
import { MOST_JUDGEMENTS } from "../documents/run-edit.ts";
import type { Edit } from "../documents/schema.ts";
import { LIMITS } from "../limits.ts";
import { type Judgement, judgeEdit } from "../secrets/judge-edit.ts";
import { judgedBy, nextScreening, type SecretRefusal, secretError, tooFast } from "../secrets/judged.ts";
import { findSecrets, redactSent } from "../secrets/screen.ts";
import { builtInScreening, type Screening } from "../secrets/screening.ts";
import { type Decision, decisionError } from "./decision.ts";
import { type ApproveBody, type Proposal, type ProposedOperation, toProposal } from "./schema.ts";

/** By an operation's place: what its edits make of the text they meet. */
type Judgements = ReadonlyMap<number, Judgement>;

interface JudgedEdits extends Judgement {
  readonly edits: readonly Edit[];
}

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
  let screening = builtInScreening;
  // What was proposed, where the container's own rules have to look at it.
  let screenedOperation = operation;
  const judgements = new Map<number, JudgedEdits>();
  for (let round = 0; round <= LIMITS.batchOperations + MOST_JUDGEMENTS; round++) {
    const call = (correction: ProposedOperation | undefined, isRedacted: boolean): SQL =>
      sql`stela.approve_proposal(${param.uuid(id)}, ${param.json(correction ?? null)},
        ${newIds === null ? sql`null::uuid[]` : param.uuids(newIds)}, ${param.boolean(force)},
        ${param.json(toJudged(judgements, isRedacted, screening))}, ${param.integer(LIMITS.contentBytes)},
        ${param.integer(LIMITS.customIdBytes)})`;
    const found = [
      ...findSecrets({ operation: screenedOperation }, screening),
      ...[...judgements.values()].flatMap((judgement) => judgement.found),
    ];
    const plain = call(operation, false);
    const redacted = call(redactSent(screenedOperation, screening), true);
    const statement: Statement<Decision | SecretRefusal> = command(
      found.length === 0 ? plain : await judgedBy(context, containerOf(id), found, screening, plain, redacted),
    );
    const answer = await context.run(atLength(writes(null)), statement);
    if (answer.outcome === "screen") {
      screening = nextScreening(screening, answer, found);
      screenedOperation ??= answer.operation;
      for (const [index, { judge, edits }] of judgements)
        judgements.set(index, { ...judgeEdit(judge, edits, screening), edits });
      continue;
    }
    if (answer.outcome === "done") return toProposal(answer.proposal);
    if (answer.outcome === "secret_detected") throw secretError(answer);
    if (answer.outcome !== "refused" || answer.refusal.outcome !== "judge" || answer.edits === null) {
      throw decisionError(answer);
    }
    screening = screening.withRules(answer.refusal.rules);
    judgements.set(answer.index, { ...judgeEdit(answer.refusal, answer.edits, screening), edits: answer.edits });
  }
  throw tooFast("The document is");
}

function idsFor(context: Context, operation: ProposedOperation): string[] {
  return (operation.op === "batch" ? operation.operations : [operation]).map(() => context.newId());
}

function containerOf(id: string): SQL {
  return sql`(select proposals.container_tag from stela.proposals
    where proposals.org_id = stela.current_org() and proposals.id = ${id} and stela.may_access(proposals.container_tag))`;
}

function toJudged(
  judgements: Judgements,
  isRedacted: boolean,
  { screenedWith }: Screening,
): Readonly<Record<string, unknown>> {
  const byPlace = [...judgements].map(([index, { risk, found, redacted, version }]) => [
    index,
    isRedacted && found.length > 0 ? { redacted, version } : { risk },
  ]);
  return { ...Object.fromEntries(byPlace), ...(screenedWith === null ? {} : { screenedWith }) };
}
