import * as z from "zod";
import { OPPOSITES, SINGLE_VALUED } from "./words/contradictions.ts";
import { CHANGE_MARKERS, NEGATION_EXCEPTIONS, NEGATIONS } from "./words/markers.ts";
import { SMALL_TALK } from "./words/small-talk.ts";

const phrase = z
  .string()
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must be well-formed text without control characters")
  .transform((text) => text.normalize("NFKC").toLowerCase().trim())
  .refine((text) => text.length > 0 && text.length <= 64, "must be 1 to 64 characters");
const phrases = z.array(phrase).max(200);

/** What a container changes in the built-in rules: a number takes the place of the built-in one, a list is added to it. */
export const FactRules = z
  .strictObject({
    duplicateOverlap: z
      .number()
      .min(0.3)
      .max(1)
      .meta({ description: "Share of common terms from which two facts say the same. 0.6 by default." }),
    minSubstance: z.int().min(1).max(100).meta({
      description:
        "Letters and digits a fact has at least; one of Chinese or Japanese counts 3, of Korean 2. 10 by default.",
    }),
    changeMarkers: phrases.meta({ description: "Words by which a fact says that something changed." }),
    negations: phrases.meta({ description: "Words that turn a statement into its opposite." }),
    smallTalk: phrases.meta({ description: "Phrases that are no substance." }),
    opposites: z
      .array(z.tuple([phrase, phrase]))
      .max(200)
      .meta({ description: "Pairs of words of which one takes the place of the other." }),
    singleValued: phrases.meta({
      description: "Words of which a statement has one value: `lives in`, `default`. Another value takes its place.",
    }),
  })
  .partial()
  .meta({ id: "FactRules", description: "What the container changes in the built-in rules; null for nothing." });
export type FactRules = z.infer<typeof FactRules>;

/** The rules a fact is judged by. */
export interface Rules {
  readonly duplicateOverlap: number;
  readonly minSubstance: number;
  readonly changeMarkers: readonly string[];
  readonly negations: readonly string[];
  readonly negationExceptions: readonly string[];
  readonly smallTalk: readonly string[];
  readonly opposites: readonly (readonly [string, string])[];
  readonly singleValued: readonly string[];
}

/** The built-in rules with what a container changes in them. */
export function rulesOf(own: FactRules | null): Rules {
  const { changeMarkers = [], negations = [], smallTalk = [], opposites = [], singleValued = [] } = own ?? {};
  return {
    duplicateOverlap: own?.duplicateOverlap ?? 0.6,
    minSubstance: own?.minSubstance ?? 10,
    changeMarkers: [...CHANGE_MARKERS, ...changeMarkers],
    negations: [...NEGATIONS, ...negations],
    negationExceptions: NEGATION_EXCEPTIONS,
    smallTalk: [...SMALL_TALK, ...smallTalk],
    opposites: [...OPPOSITES, ...opposites],
    singleValued: [...SINGLE_VALUED, ...singleValued],
  };
}
