import * as z from "zod";
import { Document } from "../documents/schema.ts";
import { LIMITS } from "../limits.ts";
import { CustomId, pageQuery, Version } from "../schema.ts";

const { containerTag, customId, metadata, tags, category, key, importance, status, source } = Document.shape;
const { confidence, occurredAt, supersededBy, pinned, expiresAt } = Document.shape;

/** One past state of a document, and who made it. */
export const Revision = z
  .object({
    documentId: z.uuid(),
    containerTag,
    customId: customId.meta({ description: "The document's name at this version." }),
    version: Version,
    operation: z.enum(["create", "update", "rename", "delete", "restore"]),
    content: z
      .string()
      .optional()
      .meta({ description: "A delete has none. Left out of lists unless `fields=content` asks for it." }),
    bytes: z.int().optional(),
    metadata,
    tags,
    category,
    key,
    importance,
    status,
    source,
    confidence,
    occurredAt,
    supersededBy,
    pinned,
    expiresAt,
    actor: z.string().meta({ description: "Who did it: `key:<id>`, a person, or `system:<job>`." }),
    approvedBy: z.string().optional().meta({ description: "Who approved it, where the actor proposed it." }),
    session: z.string().optional(),
    model: z.string().optional(),
    request: z.string().optional(),
    at: z.iso.datetime(),
  })
  .meta({ id: "Revision" });
export type Revision = z.infer<typeof Revision>;

export const RevisionListQuery = z.strictObject({
  fields: z.enum(["content"]).optional(),
  ...pageQuery(LIMITS.pageRows),
});
export const RevisionPage = z
  .object({ revisions: z.array(Revision), nextCursor: z.string().nullable() })
  .meta({ id: "RevisionPage" });

/** A version in a path or a query. */
export const SentVersion = z.coerce.number().pipe(Version);

export const DiffQuery = z.strictObject({
  from: z.coerce.number().int().min(0).max(2_147_483_647).optional().meta({
    description: "The earlier version; 0 is before the document was made. By default the one before `to`.",
  }),
  to: z.coerce
    .number()
    .int()
    .min(0)
    .max(2_147_483_647)
    .optional()
    .meta({ description: "The later version. By default the newest." }),
  mode: z.enum(["line", "word"]).default("line"),
});

const Change = z.object({ type: z.enum(["unchanged", "removed", "added"]), text: z.string() });
const Hunk = z.object({
  fromLine: z.int().meta({ description: "The first line of the hunk in `from`, counted from 1." }),
  fromLines: z.int(),
  toLine: z.int(),
  toLines: z.int(),
  changes: z.array(Change).meta({
    description:
      "In order. Unchanged and removed texts together are the lines of `from`, unchanged and added ones those of `to`.",
  }),
});
export const Diff = z
  .object({
    documentId: z.uuid(),
    from: z.int(),
    to: z.int(),
    mode: z.enum(["line", "word"]),
    hunks: z.array(Hunk),
    stats: z.object({ linesAdded: z.int(), linesRemoved: z.int() }),
    isCoarse: z.boolean().meta({
      description: "The texts differ so much that some of it is shown as replaced whole, to bound the work.",
    }),
  })
  .meta({ id: "Diff" });

export const RestoreBody = z.strictObject({
  version: Version,
  ifMatch: Version.optional().meta({ description: "The same as the header If-Match, of one version." }),
  customId: CustomId.optional().meta({ description: "Another name for a deleted document, when its own is taken." }),
});
