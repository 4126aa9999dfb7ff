import * as z from "zod";
import { Document, Operation } from "../documents/schema.ts";
import { LIMITS } from "../limits.ts";
import { ContainerTag, pageQuery, StorableText, Version } from "../schema.ts";

const Batch = z.strictObject({
  op: z.literal("batch"),
  operations: z.array(Operation).min(1).max(LIMITS.batchOperations),
});
/** A write as it was proposed: one operation of a batch, or a whole batch. */
const ProposedOperation = z.union([Operation, Batch]);
export type ProposedOperation = z.infer<typeof ProposedOperation>;

const Status = z.enum(["pending", "approved", "rejected"]);

export const Proposal = z
  .object({
    id: z.uuid(),
    containerTag: z.string(),
    customId: z.string().optional().meta({ description: "What it is about; a batch is about several documents." }),
    op: z.enum(["upsert", "edit", "delete", "rename", "batch"]),
    operation: z
      .object({ op: z.string() })
      .catchall(z.unknown())
      .optional()
      .meta({ description: "The write, as an operation of a batch. Left out of lists." }),
    baseVersion: Version.optional().meta({ description: "The document's version when it was proposed." }),
    status: Status,
    actor: z.string().meta({ description: "Who proposed it." }),
    session: z.string().optional(),
    model: z.string().optional(),
    createdAt: z.iso.datetime(),
    decidedBy: z.string().optional(),
    decidedAt: z.iso.datetime().optional(),
    reason: z.string().optional(),
    documentId: z.uuid().optional(),
    version: Version.optional().meta({ description: "The document's version that the approval made." }),
  })
  .meta({ id: "Proposal" });
export type Proposal = z.infer<typeof Proposal>;

export type StoredProposal = {
  readonly [Field in keyof Required<Proposal>]: undefined extends Proposal[Field]
    ? Exclude<Proposal[Field], undefined> | null
    : Proposal[Field];
};

/** The proposal as it is answered: empty members are left out. */
export function toProposal(stored: StoredProposal): Proposal {
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) as Proposal;
}

export const ProposalListQuery = z.strictObject({
  status: Status.optional(),
  containerTag: ContainerTag.optional(),
  actor: StorableText.min(1)
    .max(LIMITS.sessionCharacters)
    .optional()
    .meta({ description: "Who proposed, such as `key:0197…`." }),
  ...pageQuery(LIMITS.pageRows),
});
export const ProposalPage = z
  .object({ proposals: z.array(Proposal), nextCursor: z.string().nullable() })
  .meta({ id: "ProposalPage" });

export const ProposalWithPresent = z
  .object({
    proposal: Proposal,
    present: Document.optional().meta({ description: "The document as it is now, where there is one of that name." }),
  })
  .meta({ id: "ProposalWithPresent" });

export const ApproveBody = z.strictObject({
  operation: ProposedOperation.optional().meta({
    description:
      "Done in place of what was proposed, to the same document. With `ifMatch` it is judged by that version.",
  }),
  force: z.boolean().default(false).meta({ description: "Also when the document has moved on since it was proposed." }),
});

const Reason = StorableText.max(LIMITS.reasonCharacters).optional();
export const RejectBody = z.strictObject({ reason: Reason });

const ids = z.array(z.uuid()).min(1).max(LIMITS.decisionsPerRequest);
export const ApproveManyBody = z.strictObject({ ids });
export const RejectManyBody = z.strictObject({ ids, reason: Reason });

export const Decisions = z
  .object({
    results: z.array(
      z.object({
        id: z.uuid(),
        proposal: Proposal.optional().meta({ description: "As decided; left out where it was refused." }),
        problem: z.looseObject({ code: z.string(), detail: z.string() }).optional(),
      }),
    ),
  })
  .meta({ id: "Decisions" });
