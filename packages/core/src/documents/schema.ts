import * as z from "zod";
import { LIMITS } from "../limits.ts";
import {
  ContainerTag,
  Content,
  CustomId,
  Key,
  Metadata,
  pageQuery,
  Source,
  StorableText,
  Tag,
  Time,
  Version,
} from "../schema.ts";

export const Category = z.enum(["preference", "project_fact", "decision", "user_info", "todo"]);
export const Status = z.enum(["active", "outdated", "archived"]);
export const Importance = z.int().min(1).max(5);
export const Confidence = z.number().min(0).max(1).meta({ description: "How sure the source was, from 0 to 1." });

/** Fields a caller sets. Those not sent keep their value; null clears one that may be empty. */
const settable = {
  content: Content,
  metadata: Metadata,
  tags: z.array(Tag).max(LIMITS.tags),
  category: Category.nullable(),
  key: Key.nullable(),
  importance: Importance.nullable(),
  status: Status,
  source: Source.nullable(),
  confidence: Confidence.nullable(),
  occurredAt: Time.nullable().meta({ description: "When what the text says was said or became true. RFC 3339 time." }),
  supersededBy: z.uuid().nullable().meta({
    description: "The id of the document that took its place. Cleared when the status becomes `active` again.",
  }),
  pinned: z.boolean(),
  expiresAt: Time.nullable(),
};

export const DocumentFields = z.strictObject(settable).partial();
export type DocumentFields = z.infer<typeof DocumentFields>;

export const UpsertBody = z.strictObject({
  containerTag: ContainerTag,
  customId: CustomId.optional(),
  ...DocumentFields.shape,
});
export const PatchBody = DocumentFields.refine(
  (fields) => Object.keys(fields).length > 0,
  "must change at least one field",
);

export const Edit = z.union([
  z.strictObject({ oldStr: StorableText.min(1, "must not be empty"), newStr: StorableText.default("") }),
  z.strictObject({ insertLine: z.int().min(0).max(2_147_483_647), insertText: StorableText }),
  z.strictObject({ append: StorableText }),
]);
export type Edit = z.infer<typeof Edit>;
const Edits = z.array(Edit).min(1).max(LIMITS.editsPerRequest);
export const EditsBody = z.strictObject({ edits: Edits });

export const RenameBody = z.strictObject({ from: CustomId, to: CustomId, dryRun: z.boolean().default(false) });

const ifMatch = Version.optional();
export const Operation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("upsert"), customId: CustomId, ifMatch, ...DocumentFields.shape }),
  z.strictObject({ op: z.literal("edit"), customId: CustomId, ifMatch, edits: Edits }),
  z.strictObject({ op: z.literal("delete"), customId: CustomId, ifMatch }),
  z.strictObject({ op: z.literal("rename"), from: CustomId, to: CustomId, ifMatch }),
]);
export type Operation = z.infer<typeof Operation>;
export const BatchBody = z.strictObject({
  containerTag: ContainerTag,
  operations: z.array(Operation).min(1).max(LIMITS.batchOperations),
});

/** A document as it is stored and answered. */
export const Document = z
  .object({
    id: z.uuid(),
    containerTag: z.string(),
    customId: z.string(),
    version: Version,
    content: z.string().optional().meta({
      description: "Left out of lists unless `fields=content` asks for it, and of a batch's answers past 8 MiB in all.",
    }),
    metadata: z.record(z.string(), z.unknown()),
    tags: z.array(z.string()),
    category: Category.optional(),
    key: z.string().optional(),
    importance: Importance.optional(),
    status: Status,
    source: z.string().optional(),
    confidence: Confidence.optional(),
    occurredAt: z.iso.datetime().optional(),
    supersededBy: z.uuid().optional(),
    pinned: z.boolean(),
    bytes: z.int().meta({ description: "UTF-8 bytes of the content." }),
    lines: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    lastAccessedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().optional(),
  })
  .meta({ id: "Document" });
export type Document = z.infer<typeof Document>;

export const ListQuery = z.strictObject({
  prefix: StorableText.max(LIMITS.customIdBytes)
    .transform((text) => text.normalize("NFC"))
    .optional(),
  tag: Tag.optional(),
  category: Category.optional(),
  status: Status.optional(),
  updatedSince: Time.optional(),
  order: z.enum(["customId", "-customId", "updatedAt", "-updatedAt"]).default("customId"),
  fields: z.enum(["content"]).optional(),
  total: z.stringbool().default(false),
  ...pageQuery(LIMITS.pageRows),
});

export const DocumentPage = z
  .object({
    documents: z.array(Document),
    nextCursor: z.string().nullable(),
    total: z.int().optional(),
  })
  .meta({ id: "DocumentPage" });

export const TreeQuery = z.strictObject({
  path: StorableText.max(LIMITS.customIdBytes)
    .default("")
    .transform((text) => text.normalize("NFC")),
  depth: z.coerce.number().int().min(1).max(LIMITS.treeDepth).default(1),
  counts: z.stringbool().default(false),
  limit: z.coerce.number().int().min(1).max(LIMITS.treeRows).default(200),
  cursor: z.string().max(8_192).optional(),
});

const TreeEntry = z
  .object({
    path: z.string(),
    type: z.enum(["file", "directory"]),
    id: z.uuid().optional(),
    version: Version.optional(),
    bytes: z.int().optional().meta({ description: "UTF-8 bytes of a file." }),
    updatedAt: z.iso.datetime().optional(),
    files: z.int().optional().meta({ description: "How many files are beneath a directory, with `counts=true`." }),
  })
  .meta({ id: "TreeEntry" });
export const TreePage = z
  .object({ entries: z.array(TreeEntry), nextCursor: z.string().nullable() })
  .meta({ id: "TreePage" });

export const Deleted = z
  .object({
    id: z.uuid(),
    containerTag: z.string(),
    customId: z.string(),
    version: Version,
    isDeleted: z.literal(true),
  })
  .meta({ id: "Deleted" });

export const Moved = z.object({ from: z.string(), to: z.string() });
export const Renamed = z
  .object({
    renamed: z.int().meta({ description: "How many documents moved, or would move." }),
    dryRun: z.boolean(),
    documents: z.array(Moved).meta({ description: "The first 1,000 of them, in order of name." }),
  })
  .meta({ id: "Renamed" });

export const BatchAnswer = z
  .object({
    results: z.array(
      z.union([
        z.object({ op: z.enum(["upsert", "edit"]), document: Document }),
        z.object({ op: z.literal("delete"), deleted: Deleted }),
        z.object({ op: z.literal("rename"), renamed: z.int() }),
      ]),
    ),
  })
  .meta({ id: "BatchAnswer" });
