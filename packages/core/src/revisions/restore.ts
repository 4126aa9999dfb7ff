import { type Context, writes } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { command, param, type Statement } from "../db/statement.ts";
import type { Precondition } from "../documents/put.ts";
import { type Refusal, refusalError } from "../documents/refusal.ts";
import type { Document } from "../documents/schema.ts";
import { type StoredDocument, toDocument } from "../documents/stored.ts";
import { type Target, targetContainer } from "../documents/target.ts";
import { DomainError } from "../errors.ts";
import {
  findSecrets,
  judged,
  redactSent,
  type SecretRefusal,
  type SentFinding,
  secretError,
} from "../secrets/screen.ts";
import { nameOf } from "./name.ts";

export interface RestoreInput {
  readonly target: Target;
  readonly version: number;
  /** Another name for a deleted document. */
  readonly customId: string | undefined;
  readonly precondition: Precondition;
}

/** How the statement says that the state may be older than the policy, so that it has to be scanned first. */
interface Judge {
  readonly outcome: "judge";
  readonly containerTag: string;
  readonly state: Readonly<Record<string, unknown>>;
}

type Answer = { readonly outcome: "done"; readonly document: StoredDocument } | Judge | Refusal | SecretRefusal;

/**
 * Makes an earlier state the next version of its document; one that was deleted comes back with its id and its history. One round trip,
 * or two when the container's settings have changed since the state was stored: then it is judged for secrets again.
 */
export async function restore(context: Context, input: RestoreInput): Promise<Document> {
  const access = writes(targetContainer(input.target));
  const nameFindings = findSecrets({ customId: input.customId });
  let answer = await context.run(access, restoreStatement(input, nameFindings, null));
  let findings = nameFindings;
  if (answer.outcome === "judge") {
    findings = [...nameFindings, ...findSecrets(answer.state)];
    answer = await context.run(access, restoreStatement(input, findings, answer));
  }
  if (answer.outcome === "secret_detected") throw secretError(findings);
  if (answer.outcome === "judge") throw new DomainError("internal", "A judged state was not taken.");
  if (answer.outcome !== "done") throw refusalError(answer);
  return toDocument(answer.document);
}

function restoreStatement(
  { target, version, customId, precondition }: RestoreInput,
  findings: readonly SentFinding[],
  judge: Judge | null,
): Statement<Answer> {
  // A finding in the new name needs the policy of a container that is not known yet: then the first answer only tells it.
  const isJudged = judge !== null || (findings.length === 0 ? false : null);
  const call = (redacted: unknown): SQL => sql`stela.restore_document(${nameOf(target)}, ${param.integer(version)},
    ${param.integers(precondition.ifMatch)}, ${param.boolean(precondition.mustExist)}, ${param.text(customId ?? null)},
    ${isJudged}::boolean, ${param.json(redacted)})`;
  if (judge === null || findings.length === 0) return command(call(null));
  const destination = { containerTag: judge.containerTag, id: null };
  return command(judged(destination, findings, call(null), call(redactSent(judge.state))));
}
