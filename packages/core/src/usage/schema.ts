import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { ContainerTag, Day, pageQuery } from "../schema.ts";

export const UsageQuery = z.strictObject({
  from: Day.optional().meta({ description: "The first day, in UTC; 29 days before `to` by default." }),
  to: Day.optional().meta({ description: "The last day, itself included; today by default." }),
  containerTag: ContainerTag.optional(),
  groupBy: z.enum(["day", "container", "key"]).default("day"),
  ...pageQuery(LIMITS.pageRows),
});

const UsageRow = z
  .object({
    day: z.iso.date().optional(),
    containerTag: z.string().optional(),
    key: z
      .string()
      .optional()
      .meta({ description: "`key:<id>`, a token's writes under its key; `system:…` for what the service did itself." }),
    writes: z.int().meta({ description: "Documents made, changed and moved." }),
    deletes: z.int(),
    bytesWritten: z.int().meta({ description: "UTF-8 bytes of the texts that were written." }),
    documents: z.int().meta({ description: "Different documents that were written or deleted." }),
    recalls: z.int().meta({ description: "Answers of `POST /v1/recall`." }),
  })
  .meta({ id: "UsageRow", description: "Has one of `day`, `containerTag` and `key`: the one it was grouped by." });
export type UsageRow = z.infer<typeof UsageRow>;

export const Usage = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    rows: z.array(UsageRow),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "Usage" });
