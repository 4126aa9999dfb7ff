import type { z } from "zod";
import type { Category, Status } from "../documents/schema.ts";
import { type Relation, relate } from "./compare.ts";
import { isDerivedKey } from "./fact-id.ts";
import { type Reader, readerOf } from "./reading.ts";
import type { Rules } from "./rules.ts";
import { type Emptiness, emptinessOf } from "./substance.ts";
import { fold } from "./terms.ts";

/** A fact that somebody wants to be remembered. */
export interface FreshFact {
  readonly customId: string;
  /** The key that was given; null where it was made from the text. */
  readonly key: string | null;
  readonly category: z.infer<typeof Category>;
  readonly content: string;
  readonly importance: number;
  readonly tags: readonly string[] | null;
  /** When it was said; null is now. */
  readonly occurredAt: string | null;
}

/** A fact that is stored. */
export interface KnownFact {
  readonly id: string;
  readonly customId: string;
  readonly key: string | null;
  readonly category: z.infer<typeof Category> | null;
  readonly content: string;
  readonly importance: number | null;
  readonly tags: readonly string[];
  readonly status: z.infer<typeof Status>;
  readonly occurredAt: string | null;
}

export type Verdict =
  | { readonly outcome: "skipped"; readonly reason: Emptiness | "older" }
  | { readonly outcome: "duplicate"; readonly reason: "same_text" | "alike"; readonly of: KnownFact }
  | {
      readonly outcome: "added" | "updated" | "superseded";
      readonly reason: "new" | "same_key" | "said_again" | "says_it_changed" | "other_value";
      /** The fact of the same key. */
      readonly of: KnownFact | null;
      /** Active facts that are so no longer. */
      readonly supersedes: readonly KnownFact[];
    };

/**
 * What becomes of a fact, from what is known: the facts of its category that are active, and the one of its key whatever its status.
 * Others are not looked at. Pure: the same facts and rules, the same verdict. Many facts are read faster by one reader.
 */
export function judgeFact(
  fresh: FreshFact,
  known: readonly KnownFact[],
  rules: Rules,
  read: Reader = readerOf(rules),
): Verdict {
  const emptiness = emptinessOf(substanceIn(fresh), fresh.category === "todo", rules);
  if (emptiness !== null) return { outcome: "skipped", reason: emptiness };
  const ofSameKey = known.find(({ customId }) => customId === fresh.customId) ?? null;
  if (ofSameKey !== null && isOlder(fresh, ofSameKey)) return { outcome: "skipped", reason: "older" };
  if (ofSameKey !== null && isSaidAlready(fresh, ofSameKey)) {
    // The same statement once more, at the time it was made: what has taken its place since stays.
    if (ofSameKey.status !== "active") return { outcome: "skipped", reason: "older" };
    return { outcome: "duplicate", reason: "same_text", of: ofSameKey };
  }
  const related = relatedFacts(fresh, known, rules, read);
  const same = related.find(({ relation }) => relation.kind === "same");
  if (ofSameKey === null && same !== undefined) {
    return { outcome: "duplicate", reason: isSameText(fresh, same.fact) ? "same_text" : "alike", of: same.fact };
  }
  return replacing(fresh, ofSameKey, related);
}

/** A key says what a short text is about. */
function substanceIn({ key, content }: FreshFact): string {
  return key === null ? content : `${key}: ${content}`;
}

/** Undated is now, the newest. */
function isOlder({ occurredAt }: { readonly occurredAt: string | null }, known: KnownFact): boolean {
  if (occurredAt === null) return false;
  return known.occurredAt === null || Date.parse(occurredAt) < Date.parse(known.occurredAt);
}

function isSaidAlready(fresh: FreshFact, known: KnownFact): boolean {
  const isSame =
    isSameText(fresh, known) &&
    known.category === fresh.category &&
    known.importance === fresh.importance &&
    (fresh.tags === null || JSON.stringify(fresh.tags) === JSON.stringify(known.tags));
  if (!isSame || known.status === "active") return isSame;
  return fresh.occurredAt !== null && !isLater(fresh.occurredAt, known);
}

function isSameText(one: { readonly content: string }, other: { readonly content: string }): boolean {
  return fold(one.content) === fold(other.content);
}

function isLater(occurredAt: string, known: KnownFact): boolean {
  return known.occurredAt !== null && Date.parse(occurredAt) > Date.parse(known.occurredAt);
}

function relatedFacts(fresh: FreshFact, known: readonly KnownFact[], rules: Rules, read: Reader): Related[] {
  const reading = read(fresh.content, fresh.key);
  return known
    .filter((fact) => isComparable(fresh, fact))
    .map((fact) => {
      const key = fresh.key === null || fact.key === null || isDerivedKey(fact.key) ? null : fact.key;
      return { fact, relation: relate(reading, read(fact.content, key), fresh.category === "todo", rules) };
    })
    .toSorted((one, other) => overlapIn(other.relation) - overlapIn(one.relation));
}

function isComparable(fresh: FreshFact, fact: KnownFact): boolean {
  return fact.status === "active" && fact.category === fresh.category && fact.customId !== fresh.customId;
}

interface Related {
  readonly fact: KnownFact;
  readonly relation: Relation;
}

function overlapIn(relation: Relation): number {
  return relation.kind === "different" ? 0 : relation.overlap;
}

/** Adds the fact, or puts it in the place of the one of its key, and in that of those that it contradicts. */
function replacing(fresh: FreshFact, ofSameKey: KnownFact | null, related: readonly Related[]): Verdict {
  const conflicts = related.flatMap(({ fact, relation }) => (relation.kind === "conflict" ? [{ fact, relation }] : []));
  // What says that something changed means the one fact that is most like it; another value takes the place of each.
  const best = conflicts.find(({ relation }) => relation.sign === "says_it_changed")?.relation.overlap ?? 0;
  const replaced = conflicts.filter(({ relation }) => relation.sign === "other_value" || relation.overlap >= best);
  if (replaced.some(({ fact }) => isOlder(fresh, fact))) return { outcome: "skipped", reason: "older" };
  const supersedes = replaced.map(({ fact }) => fact);
  if (ofSameKey !== null) {
    const isSaidAgain = isSameText(fresh, ofSameKey) && ofSameKey.status !== "active";
    return { outcome: "updated", reason: isSaidAgain ? "said_again" : "same_key", of: ofSameKey, supersedes };
  }
  const [first] = replaced;
  return first === undefined
    ? { outcome: "added", reason: "new", of: null, supersedes }
    : { outcome: "superseded", reason: first.relation.sign, of: null, supersedes };
}
