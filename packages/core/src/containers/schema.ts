import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { pageQuery, StorableText } from "../schema.ts";

const settings = {
  secretPolicy: z.enum(["block", "redact", "allow"]).meta({
    description:
      "What becomes of text that looks like it contains a secret: refused, stored as `[redacted:<rule>]`, or stored. Each is audited.",
  }),
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
