import type { ApproveBody, Operation } from "@stela/sdk";
import { effectsOf, operationsOf } from "./operations.ts";
import type { ProposalInContext } from "./queries.ts";

/** What a person may put right before it is approved. */
export interface Correction {
  readonly what: "text" | "name";
  /** What it starts from. */
  readonly proposed: string;
  /** What is there now, to compare. */
  readonly present: string;
  /** The approval of the corrected write: over the version that was shown, and no other. */
  approval(corrected: string): ApproveBody;
}

/** Null where there is nothing of it to correct: a delete, a batch, a change of fields alone, a document that moved. */
export function correctionOf({ proposal, present, documents }: ProposalInContext): Correction | null {
  const [operation] = operationsOf(proposal);
  if (proposal.op === "batch" || operation === undefined) return null;
  const text = present?.content ?? "";
  const guard = present === undefined ? {} : { ifMatch: present.version };
  // What is not there any longer is made anew only when told to.
  const force = present === undefined && proposal.baseVersion !== undefined;
  if (operation.op === "rename") {
    return {
      what: "name",
      proposed: operation.to,
      present: operation.from,
      approval: (to) => ({ operation: { op: "rename", from: operation.from, to } }),
    };
  }
  if (operation.op === "upsert" && operation.content !== undefined) {
    return {
      what: "text",
      proposed: operation.content,
      present: text,
      approval: (content) => ({ operation: { ...operation, content, ...guard }, force }),
    };
  }
  if (operation.op !== "edit" || present === undefined || present.customId !== proposal.customId) return null;
  const [effect] = effectsOf([operation], documents);
  return {
    what: "text",
    proposed: effect?.after ?? text,
    present: text,
    approval: (content) => ({ operation: { op: "upsert", customId: operation.customId, content, ...guard } }),
  };
}

/** The approval of what was proposed, over what is there now although it was based on something else. */
export function approvalOver({ proposal, present }: ProposalInContext): ApproveBody {
  const [operation] = operationsOf(proposal);
  const isOne = operation !== undefined && proposal.op !== "batch" && operation.op !== "rename";
  if (!isOne || present === undefined) return { force: true };
  return { operation: { ...operation, ifMatch: present.version } as Operation };
}
