import * as z from "zod";
import { Category, Document, Status } from "../documents/schema.ts";
import { LIMITS } from "../limits.ts";
import { ContainerTag, StorableText, Tag, Time } from "../schema.ts";
import { MetadataCondition } from "./metadata-condition.ts";

const tags = z.array(Tag).min(1).max(LIMITS.filterValues);
const range = z.strictObject({
  from: Time.optional().meta({ description: "At this time or later." }),
  to: Time.optional().meta({ description: "Before this time." }),
});

export const SearchFilters = z.strictObject({
  tags: tags.optional().meta({ description: "All of these." }),
  anyTags: tags.optional().meta({ description: "At least one of these." }),
  noTags: tags.optional().meta({ description: "None of these." }),
  categories: z.array(Category).min(1).max(LIMITS.filterValues).optional().meta({ description: "One of these." }),
  statuses: z.array(Status).min(1).max(LIMITS.filterValues).optional().meta({
    description: "One of these; without it, documents of every status.",
  }),
  prefix: StorableText.min(1)
    .max(LIMITS.customIdBytes)
    .transform((text) => text.normalize("NFC"))
    .optional()
    .meta({ description: "What the customId begins with." }),
  createdAt: range.optional(),
  updatedAt: range.optional(),
  metadata: MetadataCondition.optional(),
});
export type SearchFilters = z.infer<typeof SearchFilters>;

const Query = StorableText.max(LIMITS.queryCharacters)
  .refine((text) => text.trim() !== "", "must not be empty: to see documents by filters alone, list them")
  .meta({ description: "Words, an identifier, a part of one, or text in any script: at most 1,000 characters." });

export const SearchBody = z
  .strictObject({
    query: Query,
    containerTag: ContainerTag.optional(),
    containerTags: z.array(ContainerTag).min(1).max(LIMITS.searchContainers).optional(),
    mode: z.enum(["hybrid", "keyword", "substring"]).default("hybrid").meta({
      description:
        "`keyword`: by words. `substring`: the text as it is, whatever its case. `hybrid`: by words, and where no document has any of them by the text.",
    }),
    filters: SearchFilters.optional(),
    fields: z.enum(["content"]).optional().meta({ description: "`content` adds the whole text of each document." }),
    limit: z.int().min(1).max(LIMITS.searchHits).default(10),
    cursor: z.string().max(8_192).optional(),
  })
  .refine(
    ({ containerTag, containerTags }) => (containerTag === undefined) !== (containerTags === undefined),
    "must have either containerTag or containerTags",
  );
export type SearchInput = z.infer<typeof SearchBody>;

const Snippet = z
  .object({
    text: z.string().meta({ description: "A part of the document, as it is." }),
    ranges: z.array(z.object({ start: z.int(), end: z.int() })).meta({
      description: "What matched in it, in UTF-16 code units as JavaScript counts: `text.slice(start, end)`.",
    }),
    firstLine: z.int().meta({ description: "The line of the document on which it begins, from 1." }),
    lastLine: z.int(),
  })
  .meta({ id: "Snippet" });
export type Snippet = z.infer<typeof Snippet>;

export const Hit = Document.extend({
  score: z.number().meta({ description: "Compares within one query; with `substring` all are 1." }),
  snippet: Snippet,
  passage: z.int().optional().meta({ description: "Which passage of a long document matched best, from 0." }),
}).meta({ id: "Hit" });
export type Hit = z.infer<typeof Hit>;

export const HitPage = z.object({ hits: z.array(Hit), nextCursor: z.string().nullable() }).meta({ id: "HitPage" });
