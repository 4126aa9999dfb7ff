import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { ContainerTag, CustomId, pageQuery, Session, StorableText } from "../schema.ts";

export const EraseBody = z
  .strictObject({
    customId: CustomId.optional(),
    prefix: StorableText.min(1)
      .max(LIMITS.customIdBytes)
      .transform((text) => text.normalize("NFC"))
      .optional()
      .meta({ description: "Every document whose name begins so; whole segments when it ends in `/`." }),
    session: Session.optional(),
    dryRun: z.boolean().default(false),
  })
  .refine(
    ({ customId, prefix, session }) => [customId, prefix, session].filter((each) => each !== undefined).length === 1,
    "must name one of customId, prefix and session",
  );

export const EraseContainerQuery = z.strictObject({
  dryRun: z.stringbool().default(false).meta({ description: "Tells what would go, and erases nothing." }),
});

const Counts = z.object({
  documents: z.int().meta({ description: "Documents erased whole, deleted ones included." }),
  documentsCut: z.int().meta({ description: "Documents that stay, and lost a part of their history." }),
  revisions: z.int(),
  revisionsOfOthers: z.int().meta({ description: "Of a session: those among the revisions that others built on its." }),
  answers: z.int().meta({ description: "Answers kept for Idempotency-Keys." }),
  proposals: z.int(),
  findings: z
    .int()
    .optional()
    .meta({ description: "Findings of secrets; none in receipts from before there were any." }),
  searchEntries: z.int().optional().meta({
    description:
      "Entries of the search index, those of earlier versions too; none in receipts from before there was one.",
  }),
  auditEvents: z.int().meta({ description: "Events that stay, without names and details." }),
});

/** The receipt: what was counted, never what it said. */
export const Erasure = z
  .object({
    id: z.uuid(),
    containerTag: z.string(),
    target: z.enum(["document", "prefix", "session", "container"]),
    counts: Counts,
    documentIds: z
      .array(z.uuid())
      .optional()
      .meta({ description: "The first 1,000 documents that were erased whole." }),
    remaining: Counts.pick({
      documents: true,
      revisions: true,
      answers: true,
      proposals: true,
      searchEntries: true,
      auditEvents: true,
    })
      .optional()
      .meta({ description: "What is left of them, counted now." }),
    isClean: z.boolean().optional().meta({ description: "Nothing is left." }),
    actor: z.string(),
    request: z.string().optional(),
    at: z.iso.datetime(),
  })
  .meta({ id: "Erasure" });
export type Erasure = z.infer<typeof Erasure>;

export const ErasePlan = z
  .object({
    dryRun: z.literal(true),
    counts: Counts,
    documents: z
      .array(
        z.object({
          documentId: z.uuid(),
          customId: z.string(),
          action: z.enum(["erase", "put_back", "cut_history"]),
          revisions: z.int(),
          revisionsOfOthers: z.int(),
        }),
      )
      .meta({ description: "1,000 of them, at most." }),
  })
  .meta({ id: "ErasePlan" });

export const ErasureListQuery = z.strictObject({
  containerTag: ContainerTag.optional(),
  ...pageQuery(LIMITS.pageRows),
});
export const ErasurePage = z
  .object({ erasures: z.array(Erasure), nextCursor: z.string().nullable() })
  .meta({ id: "ErasurePage" });
