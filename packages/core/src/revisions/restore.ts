import { type Context, writes } from "../context.ts";
import { type SQL, sql } from "../db/sql.ts";
import { command, param } from "../db/statement.ts";
import type { Precondition } from "../documents/put.ts";
import { type Refusal, refusalError } from "../documents/refusal.ts";
import type { Document } from "../documents/schema.ts";
import { type StoredDocument, toDocument } from "../documents/stored.ts";
import { type Target, targetContainer } from "../documents/target.ts";
import { DomainError } from "../errors.ts";
import type { ContainerRules } from "../secrets/container-rules.ts";
import { judged, runScreened, type ScreenedWrite, type SecretRefusal, secretError } from "../secrets/judged.ts";
import { findSecrets, redactSent } from "../secrets/screen.ts";
import { builtInScreening, type Screening } from "../secrets/screening.ts";
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
  readonly rules: ContainerRules | null;
  readonly state: Readonly<Record<string, unknown>>;
}

type Answer = { readonly outcome: "done"; readonly document: StoredDocument } | Judge | Refusal | SecretRefusal;

/**
 * Makes an earlier state the next version of its document; one that was deleted comes back with its id and its history. One round trip,
 * or two when the container's settings have changed since the state was stored: then it is judged for secrets again.
 */
export async function restore(context: Context, input: RestoreInput): Promise<Document> {
  const access = writes(targetContainer(input.target));
  const first = await context.run(access, (await restoreWrite(context, input, null, builtInScreening)).statement);
  const answer = isJudge(first)
    ? await runScreened(context, access, (screening) =>
        restoreWrite(
          context,
          input,
          first,
          screening.screenedWith === null ? screening.withRules(first.rules) : screening,
        ),
      )
    : first;
  if (answer.outcome === "secret_detected") throw secretError(answer as SecretRefusal);
  if (answer.outcome === "judge" || answer.outcome === "screen")
    throw new DomainError("internal", "A judged state was not taken.");
  if (answer.outcome !== "done") throw refusalError(answer);
  return toDocument(answer.document);
}

async function restoreWrite(
  context: Context,
  { target, version, customId, precondition }: RestoreInput,
  judge: Judge | null,
  screening: Screening,
): Promise<ScreenedWrite<Answer>> {
  const found = findSecrets({ customId, ...judge?.state }, screening);
  // What a new name holds, or is to be looked for in it, is judged by the rules of a container that is not known yet: the first answer
  // only tells them.
  const isJudged = judge !== null || (found.length === 0 ? false : null);
  const call = (redacted: unknown): SQL => sql`stela.restore_document(${nameOf(target)}, ${param.integer(version)},
    ${param.integers(precondition.ifMatch)}, ${param.boolean(precondition.mustExist)}, ${param.text(customId ?? null)},
    ${isJudged}::boolean, ${param.json(redacted)})`;
  if (judge === null || found.length === 0) return { found, statement: command(call(null)) };
  const destination = { containerTag: judge.containerTag, id: null };
  const redacted = call(redactSent(judge.state, screening));
  return { found, statement: command(await judged(context, destination, found, screening, call(null), redacted)) };
}

function isJudge(answer: { readonly outcome: string }): answer is Judge {
  return answer.outcome === "judge";
}
