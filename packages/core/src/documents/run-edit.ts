import { type Context, writes } from "../context.ts";
import { command, type Statement } from "../db/statement.ts";
import { type Judge, type Judgement, judgeEdit } from "../secrets/judge-edit.ts";
import {
  isScreenAgain,
  judged,
  nextScreening,
  type ScreenAgain,
  type SecretRefusal,
  tooFast,
} from "../secrets/judged.ts";
import { findSecrets } from "../secrets/screen.ts";
import { builtInScreening, type Screening } from "../secrets/screening.ts";
import type { SentEdit } from "./apply-edits.ts";
import { type Target, targetContainer, targetCustomId, targetId } from "./target.ts";
import { writeDocuments } from "./write.ts";

export interface EditRequest {
  readonly target: Target;
  readonly edits: readonly SentEdit[];
  readonly ifMatch: readonly number[] | null;
  /** False when an edit holds text that Postgres cannot hold: all that comes before the store is checked as usual. */
  readonly isStorable: boolean;
  /** The memory tool is answered with the version and the text before, not with the document. */
  readonly isForTool?: true;
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
  const isSuspicious = findSecrets(request.edits, builtInScreening).length > 0;
  let screening = builtInScreening;
  let judgement: Judgement | null = null;
  for (let round = 0; round <= MOST_JUDGEMENTS; round++) {
    const answer: Answer | Judge | ScreenAgain | SecretRefusal = await context.run(
      writes(targetContainer(request.target)),
      await editStatement<Answer>(context, request, isSuspicious, judgement, screening),
    );
    if (isJudge(answer)) {
      screening = screening.withRules(answer.rules);
      judgement = judgeEdit(answer, request.edits, screening);
    } else if (isScreenAgain(answer) && judgement !== null) {
      screening = nextScreening(screening, answer, judgement.found);
      judgement = judgeEdit(judgement.judge, request.edits, screening);
    } else return { answer: answer as Answer | SecretRefusal, judgement };
  }
  throw tooFast("The document is");
}

async function editStatement<Answer>(
  context: Context,
  { target, edits, ifMatch, isStorable, isForTool }: EditRequest,
  isSuspicious: boolean,
  judgement: Judgement | null,
  screening: Screening,
): Promise<Statement<Answer | Judge | ScreenAgain | SecretRefusal>> {
  const destination = { containerTag: targetContainer(target), id: targetId(target) };
  const customId = targetCustomId(target);
  const edit = writeDocuments(context, destination, {
    operation: {
      op: "edit",
      customId,
      edits,
      ifMatch,
      isStorable,
      isSuspicious,
      judgedRisk: judgement?.risk ?? null,
      isForTool,
    },
  });
  if (judgement === null || judgement.found.length === 0) return command(edit);
  const { found, redacted, version, before } = judgement;
  const store = writeDocuments(context, destination, {
    operation: { op: "store_redacted", customId, judgedVersion: version, before, isForTool },
    content: redacted,
  });
  return command(await judged(context, destination, found, screening, edit, store));
}

function isJudge(answer: { readonly outcome: string }): answer is Judge {
  return answer.outcome === "judge";
}
