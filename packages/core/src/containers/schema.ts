import * as z from "zod";
import { FactRules } from "../facts/rules.ts";
import { LIMITS } from "../limits.ts";
import { pageQuery, Session, StorableText, Version } from "../schema.ts";
import { ContainerRuleList, DisabledRules } from "../secrets/rule-schema.ts";

const settings = {
  secretPolicy: z.enum(["block", "redact", "allow"]).meta({
    description:
      "What becomes of text that looks like it contains a secret: refused, stored as `[redacted:<rule>]`, or stored. Each is audited.",
  }),
  secretRules: ContainerRuleList.meta({
    description: "Rules of the container's own, besides the built-in ones: at most 50. They are replaced whole.",
  }),
  internalHostRules: z
    .boolean()
    .meta({ description: "Whether names and addresses of internal hosts count as secrets." }),
  disabledRules: DisabledRules.meta({ description: "Built-in rules whose findings are let through." }),
  onExisting: z
    .enum(["refuse", "overwrite"])
    .meta({ description: "What the memory tool's `create` does when the file exists." }),
  revisionRetentionDays: z
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .meta({ description: "Revisions older than this are pruned; null keeps them all." }),
  maxDocuments: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
  maxBytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
  factRules: FactRules.nullable(),
};

export const ContainerSettings = z
  .strictObject(settings)
  .partial()
  .refine((sent) => Object.keys(sent).length > 0, "must change at least one setting");

export const Container = z
  .object({
    containerTag: z.string(),
    documents: z.int(),
    bytes: z.int(),
    ...settings,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Container" });
export type Container = z.infer<typeof Container>;

export const ContainerListQuery = z.strictObject({
  prefix: StorableText.max(128).optional(),
  ...pageQuery(LIMITS.pageRows),
});
export const ContainerPage = z
  .object({ containers: z.array(Container), nextCursor: z.string().nullable() })
  .meta({ id: "ContainerPage" });

export const UndoBody = z.strictObject({ session: Session, dryRun: z.boolean().default(false) });

const UndoneDocument = z.object({
  documentId: z.uuid(),
  customId: z.string().meta({ description: "Its name until now, or the last one it had." }),
  action: z.enum(["recreate", "delete", "move", "change"]),
  version: Version.optional().meta({ description: "The version whose state is put back; none for a delete." }),
  to: z.string().optional().meta({ description: "The name it is put back under; none for a delete." }),
});
const SkippedDocument = z.object({
  documentId: z.uuid(),
  customId: z.string(),
  reason: z.enum(["changed_by_others", "not_kept", "name_taken"]).meta({
    description:
      "Others changed it after the session's first change of it; or the state before is past retention or erased; or another document, or a directory, stands where it was.",
  }),
  versions: z.array(Version).optional().meta({ description: "The versions that others made." }),
});
export const Undone = z
  .object({
    dryRun: z.boolean(),
    session: z
      .string()
      .optional()
      .meta({ description: "The session that the undo was written under: undo this to undo it. A dry run has none." }),
    undone: z.int().meta({ description: "How many documents were put back, or would be." }),
    left: z.int().meta({ description: "How many were reported and left." }),
    documents: z.array(UndoneDocument).meta({ description: "The first 1,000 that were put back, or would be." }),
    skipped: z.array(SkippedDocument).meta({ description: "The first 1,000 that were left." }),
  })
  .meta({ id: "Undone" });
