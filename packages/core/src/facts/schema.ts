import * as z from "zod";
import { Category, Confidence, Document, Importance, Status } from "../documents/schema.ts";
import { LIMITS } from "../limits.ts";
import { ContainerTag, Key, pageQuery, Source, StorableText, Tag, Time, Version } from "../schema.ts";

export const Fact = z.strictObject({
  key: Key.optional().meta({
    description:
      "What the fact is about, such as `editor_theme`: of one key there is one fact. By default made from category and text.",
  }),
  category: Category,
  content: StorableText.min(1, "must not be empty").refine(
    (text) => text.length <= LIMITS.factCharacters,
    `must be at most ${LIMITS.factCharacters} characters`,
  ),
  importance: Importance,
  tags: z.array(Tag).max(LIMITS.tags).optional(),
  source: Source.optional(),
  confidence: Confidence.optional(),
  occurredAt: Time.optional().meta({ description: "When it was said; now by default. The newest of a key wins." }),
});
export type Fact = z.infer<typeof Fact>;

export const FactsBody = z.strictObject({
  containerTag: ContainerTag,
  facts: z.array(Fact).min(1).max(LIMITS.batchOperations),
});

const Superseded = z.object({ id: z.uuid(), customId: z.string(), version: Version.optional() });
const Finding = z.object({ id: z.uuid(), path: z.string(), rule: z.string(), name: z.string(), line: z.int() });

export const RememberedFact = z
  .object({
    outcome: z.enum(["added", "updated", "duplicate", "superseded", "skipped", "proposed"]).meta({
      description: "`superseded`: the fact was added and took the place of others. `proposed`: it waits for a person.",
    }),
    reason: z
      .enum([
        ...(["new", "same_key", "said_again", "same_text", "alike", "says_it_changed", "other_value"] as const),
        ...(["older", "small_talk", "too_short", "question", "secret"] as const),
      ])
      .meta({ description: "Why, as a code." }),
    detail: z.string().meta({ description: "Why, as a sentence." }),
    document: Document.optional().meta({
      description: "The fact as it is stored; of a duplicate the one that was known.",
    }),
    superseded: z.array(Superseded).optional().meta({ description: "The facts that are `outdated` now." }),
    proposalId: z.uuid().optional(),
    findings: z.array(Finding).optional().meta({ description: "Where a secret was found. Never the text." }),
  })
  .meta({ id: "RememberedFact" });
export type RememberedFact = z.infer<typeof RememberedFact>;

export const Remembered = z
  .object({ results: z.array(RememberedFact).meta({ description: "One for each fact, in the order they were sent." }) })
  .meta({ id: "Remembered" });

export const FactListQuery = z.strictObject({
  category: Category.optional(),
  status: Status.optional(),
  key: Key.optional(),
  tag: Tag.optional(),
  order: z.enum(["customId", "-customId", "updatedAt", "-updatedAt"]).default("customId"),
  ...pageQuery(LIMITS.pageRows),
});
export const FactPage = z
  .object({ facts: z.array(Document), nextCursor: z.string().nullable() })
  .meta({ id: "FactPage" });
