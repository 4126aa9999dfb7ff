import * as z from "zod";
import { Category, Confidence, Importance } from "../documents/schema.ts";
import { LIMITS } from "../limits.ts";
import { ContainerTag, StorableText, Version } from "../schema.ts";

export const RecallBody = z.strictObject({
  containerTag: ContainerTag,
  query: StorableText.max(LIMITS.queryCharacters).meta({
    description: "What it is about, such as the user's last message. Empty recalls only what is always recalled.",
  }),
  topN: z.int().min(1).max(LIMITS.recalledItems).default(8).meta({ description: "How many items at most." }),
  maxTokens: z.int().min(1).max(LIMITS.recallTokens).optional().meta({
    description:
      "Estimated tokens that the text has at most; 2,000 by default, less where `contextWindow` asks for it.",
  }),
  contextWindow: z.int().min(1).max(10_000_000).optional().meta({
    description: "Tokens of the model's context window: the text has at most 20 % of it.",
  }),
  categories: z.array(Category).min(1).max(5).optional().meta({ description: "Only facts of these; no files." }),
  format: z.enum(["text", "markdown", "json"]).default("text"),
});
export type RecallBody = z.infer<typeof RecallBody>;

const named = {
  id: z.uuid(),
  customId: z.string(),
  category: Category.optional(),
  key: z.string().optional(),
};

export const RecalledItem = z
  .object({
    ...named,
    version: Version,
    text: z.string().meta({ description: "At most 200 characters of the content, on one line, made harmless." }),
    isCut: z.boolean().meta({ description: "There is more of it than is shown." }),
    date: z.iso.datetime().meta({ description: "When it was said, or last changed." }),
    importance: Importance.optional(),
    confidence: Confidence.optional(),
    relevance: z.number().meta({ description: "To the query, from 0 to 1." }),
    score: z.number(),
  })
  .meta({ id: "RecalledItem" });
export type RecalledItem = z.infer<typeof RecalledItem>;

const LeftOutItem = z
  .object({
    ...named,
    reason: z.enum(["budget", "top_n", "duplicate"]).meta({
      description: "It would not fit into the tokens; others were better; or an item says the same.",
    }),
    score: z.number(),
  })
  .meta({ id: "LeftOutItem" });
export type LeftOutItem = z.infer<typeof LeftOutItem>;

export const Recalled = z
  .object({
    text: z.string().meta({ description: "The block to put into a prompt; empty when there is nothing to recall." }),
    items: z.array(RecalledItem).meta({ description: "What is in the text, in its order." }),
    tokens: z.int().meta({ description: "Of the text: an estimate." }),
    leftOut: z.array(LeftOutItem).meta({ description: "What did not come in, best first: at most 100." }),
  })
  .meta({ id: "Recalled" });

export const SnapshotQuery = z.strictObject({
  maxTokens: z.coerce.number().int().min(1).max(LIMITS.recallTokens).default(2_000).meta({
    description: "Estimated tokens that the text has at most.",
  }),
});

export const Snapshot = z
  .object({
    text: z.string(),
    tokens: z.int().meta({ description: "Of the text: an estimate." }),
    documents: z.int().meta({ description: "How many documents the container holds." }),
    outline: z.array(z.object({ path: z.string(), type: z.enum(["file", "directory"]), bytes: z.int().optional() })),
    pinned: z.array(z.object({ customId: z.string(), version: Version, text: z.string(), isCut: z.boolean() })),
    latest: z.array(z.object({ customId: z.string(), version: Version, updatedAt: z.iso.datetime() })),
    leftOut: z.array(
      z.object({
        part: z.enum(["outline", "pinned", "latest"]),
        customId: z.string().optional(),
        count: z.int().meta({ description: "How many entries did not come in." }),
      }),
    ),
  })
  .meta({ id: "Snapshot" });
export type Snapshot = z.infer<typeof Snapshot>;
