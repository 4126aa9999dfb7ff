import { type Context, writes } from "../context.ts";
import type { SQL } from "../db/sql.ts";
import { command, type Statement } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { type Judge, type Judgement, judgeEdit } from "../secrets/judge-edit.ts";
import { findSecrets, judged, type SecretRefusal } from "../secrets/screen.ts";
import type { SentEdit } from "./apply-edits.ts";
import { type Target, targetContainer, targetCustomId, targetId } from "./target.ts";
import { writeDocuments } from "./write.ts";

export interface EditRequest {
  readonly target: Target;
  readonly edits: readonly SentEdit[];
  readonly ifMatch: readonly number[] | null;
  /** False when an edit holds text that Postgres cannot hold: all that comes before the store is checked as usual. */
  readonly isStorable: boolean;
  /** Puts the answer into another form, in the database: what is not needed need not be sent. */
  readonly present?: (answer: SQL) => SQL;
}

export interface EditRun<Answer> {
  readonly answer: Answer | SecretRefusal;
  /** What was judged before the answer: null for an edit that took one round trip. */
  readonly judgement: Judgement | null;
}

/** Writers that change the same line may each make an edit be judged once more, one of them getting through each time. */
export const MOST_JUDGEMENTS = 100;

/**
 * Applies edits in the database: one statement, one round trip. Only an edit that could complete a secret takes a second: the
 * statement then changes nothing and gives back the text, the result is scanned here, and applied on condition that the text around it stays.
 */
export async function runEdit<Answer extends { readonly outcome: string }>(
  context: Context,
  request: EditRequest,
): Promise<EditRun<Answer>> {
  const isSuspicious = findSecrets(request.edits).length > 0;
  let judgement: Judgement | null = null;
  for (let round = 0; round <= MOST_JUDGEMENTS; round++) {
    const answer: Answer | Judge | SecretRefusal = await context.run(
      writes(targetContainer(request.target)),
      editStatement<Answer>(context, request, isSuspicious, judgement),
    );
    if (!isJudge(answer)) return { answer, judgement };
    judgement = judgeEdit(answer, request.edits);
  }
  const detail = "The document is changing too fast to be checked for secrets. Try again.";
  throw new DomainError("unavailable", detail, { retryAfterSeconds: 1 });
}

function editStatement<Answer>(
  context: Context,
  { target, edits, ifMatch, isStorable, present = (answer) => answer }: EditRequest,
  isSuspicious: boolean,
  judgement: Judgement | null,
): Statement<Answer | Judge | SecretRefusal> {
  const destination = { containerTag: targetContainer(target), id: targetId(target) };
  const customId = targetCustomId(target);
  const edit = writeDocuments(context, destination, {
    operation: { op: "edit", customId, edits, ifMatch, isStorable, isSuspicious, judgedRisk: judgement?.risk ?? null },
  });
  if (judgement === null || judgement.findings.length === 0) return command(present(edit));
  const { findings, redacted, version, before } = judgement;
  const store = writeDocuments(context, destination, {
    operation: { op: "store_redacted", customId, judgedVersion: version, before },
    content: redacted,
  });
  return command(judged(destination, findings, present(edit), present(store)));
}

function isJudge<Answer extends { readonly outcome: string }>(answer: Answer | Judge): answer is Judge {
  return answer.outcome === "judge";
}
