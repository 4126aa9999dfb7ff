import { type Refusal, refusalError } from "../documents/refusal.ts";
import type { Edit } from "../documents/schema.ts";
import { DomainError } from "../errors.ts";
import type { Judge } from "../secrets/judge-edit.ts";
import type { ScreenAgain } from "../secrets/judged.ts";
import type { ProposedOperation, StoredProposal } from "./schema.ts";

/** The scan has to be made again, and of what was proposed. */
interface Screen extends ScreenAgain {
  readonly operation?: ProposedOperation;
}

/** How a statement says that a proposal was not decided. It is still pending, unless it was decided before. */
export type DecisionRefusal =
  | { readonly outcome: "missing" | "moved_on" | "other_target" }
  | Screen
  | { readonly outcome: "decided"; readonly status: string }
  | {
      readonly outcome: "refused";
      readonly index: number;
      readonly refusal: Refusal | Judge;
      /** The edits that were refused; null where it was no edit. */
      readonly edits: readonly Edit[] | null;
    };

export type Decision = { readonly outcome: "done"; readonly proposal: StoredProposal } | DecisionRefusal;

/** Words why a proposal was not decided. */
export function decisionError(refusal: DecisionRefusal): DomainError {
  switch (refusal.outcome) {
    case "missing":
      return new DomainError("not_found", "There is no such proposal.");
    case "decided":
      return conflict("decided", `The proposal is ${refusal.status} already.`, { proposalStatus: refusal.status });
    case "moved_on":
      return conflict("moved_on", "The document has changed since this was proposed.");
    case "other_target":
      return conflict("other_target", "A correction must be about what was proposed, and a batch stays a batch.");
    case "screen":
      return conflict("unjudged", "It has to be checked with its container's own rules: approve it by itself.");
    case "refused":
      return refusedOperation(refusal);
  }
}

function refusedOperation({ refusal, edits }: Extract<DecisionRefusal, { outcome: "refused" }>): DomainError {
  if (refusal.outcome === "judge") {
    return conflict("unjudged", "Its edit has to be checked for secrets together with the text: approve it by itself.");
  }
  const error = refusalError(refusal, edits ?? []);
  // That there is no document is no reason to say that there is no proposal.
  return error.code === "not_found" ? conflict("moved_on", error.message) : error;
}

function conflict(reason: string, detail: string, extra: Readonly<Record<string, unknown>> = {}): DomainError {
  return new DomainError("conflict", detail, { reason, ...extra });
}
