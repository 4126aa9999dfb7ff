import * as z from "zod";

const quotas = {
  maxDocuments: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
  maxBytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
};

export const OrganizationSettings = z
  .strictObject(quotas)
  .partial()
  .refine((sent) => Object.keys(sent).length > 0, "must change at least one setting");

export const Organization = z
  .object({
    id: z.string(),
    name: z.string(),
    documents: z.int(),
    bytes: z.int(),
    ...quotas,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof Organization>;
