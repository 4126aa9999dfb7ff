import type { Reading } from "./reading.ts";
import type { Rules } from "./rules.ts";
import { differenceOf, intersectionOf, overlapOf } from "./sets.ts";
import { stemOf, termsOf } from "./terms.ts";

/** How a new statement stands to one that is known. */
export type Relation =
  | { readonly kind: "same"; readonly overlap: number }
  /** It says that something changed, or gives another value where there is one at a time. */
  | { readonly kind: "conflict"; readonly sign: "says_it_changed" | "other_value"; readonly overlap: number }
  | { readonly kind: "different" };

const DIFFERENT: Relation = { kind: "different" };

/** @param isTodo two things to do may differ in a value and both be to do. */
export function relate(fresh: Reading, known: Reading, isTodo: boolean, rules: Rules): Relation {
  const overlap = overlapOf(fresh.terms, known.terms);
  if (fresh.folded === known.folded) return { kind: "same", overlap: 1 };
  if (overlap === 0) return DIFFERENT;
  const hasChanged = fresh.isNegated !== known.isNegated || differenceOf(fresh.changes, known.changes).size > 0;
  if (hasChanged && isAboutTheSame(fresh, known)) return { kind: "conflict", sign: "says_it_changed", overlap };
  if (!isTodo && hasOtherValue(fresh, known, rules)) return { kind: "conflict", sign: "other_value", overlap };
  // Each names something that the other does not: neither says what the other says.
  const isOther = namesBeyond(fresh, known).size > 0 && namesBeyond(known, fresh).size > 0;
  if (isOther || overlap < rules.duplicateOverlap || hasChanged) return DIFFERENT;
  return { kind: "same", overlap };
}

function namesBeyond(one: Reading, other: Reading): Set<string> {
  return differenceOf(one.names, other.terms);
}

/** What the shorter one is about, the other is about too; once with the names and values in it, once without. */
function isAboutTheSame(fresh: Reading, known: Reading): boolean {
  const shared = intersectionOf(fresh.strong, known.strong);
  const hasName = intersectionOf(shared, fresh.names).size > 0 && intersectionOf(shared, known.names).size > 0;
  const leastOfKnown = fresh.changes.size > 0 ? 0.25 : 0.4;
  if (shared.size === 0 || shared.size / known.strong.size < leastOfKnown) return false;
  return [
    [fresh.strong, known.strong],
    [differenceOf(fresh.strong, fresh.names), differenceOf(known.strong, known.names)],
  ].some(([one = new Set(), other = new Set()]) => {
    const common = intersectionOf(one, other).size;
    const isEqual = common === one.size && common === other.size;
    return common / Math.min(one.size, other.size) >= 0.5 && (common >= 2 || isEqual || hasName);
  });
}

function hasOtherValue(fresh: Reading, known: Reading, rules: Rules): boolean {
  return isOpposite(fresh, known, rules) || hasOtherAmount(fresh, known) || hasOtherSingleValue(fresh, known);
}

/** One has a word, the other its opposite, and the rest is alike. */
function isOpposite(fresh: Reading, known: Reading, { opposites, duplicateOverlap }: Rules): boolean {
  if (fresh.isNegated !== known.isNegated) return false;
  return [...opposites, ...opposites.map(([one, other]) => [other, one] as const)].some(([one, other]) => {
    if (!fresh.opposable.has(one) || !known.opposable.has(other)) return false;
    if (fresh.opposable.has(other) || known.opposable.has(one)) return false;
    const [rest, otherRest] = [restOf(fresh, one), restOf(known, other)];
    return (rest.size > 0 || otherRest.size > 0) && overlapOf(rest, otherRest) >= duplicateOverlap;
  });
}

function restOf(reading: Reading, word: string): ReadonlySet<string> {
  if (!/^[a-z]+$/.test(word)) return new Set(termsOf(reading.folded.replaceAll(word, " ")));
  return new Set([...reading.terms].filter((term) => term !== stemOf(word)));
}

/** All is the same but an amount. */
function hasOtherAmount(fresh: Reading, known: Reading): boolean {
  const [gone, come] = [differenceOf(known.terms, fresh.terms), differenceOf(fresh.terms, known.terms)];
  const shared = intersectionOf(fresh.strong, known.strong);
  const areAmounts = differenceOf(gone, known.amounts).size === 0 && differenceOf(come, fresh.amounts).size === 0;
  return gone.size > 0 && come.size > 0 && areAmounts && shared.size > 0;
}

/** The same is said to be in one place, of one name, by default, …, and it is another. */
function hasOtherSingleValue(fresh: Reading, known: Reading): boolean {
  if (fresh.isNegated || known.isNegated) return false;
  return [...intersectionOf(fresh.singleValued, known.singleValued)].some((phrase) => {
    const [one, other] = [statementOf(fresh.plain, phrase), statementOf(known.plain, phrase)];
    if (one === null || other === null || one.value.size === 0 || other.value.size === 0) return false;
    const isSameSubject =
      one.subject.size === 0 && other.subject.size === 0 ? true : overlapOf(one.subject, other.subject) >= 0.75;
    return isSameSubject && intersectionOf(one.value, other.value).size === 0;
  });
}

interface StatementParts {
  readonly subject: ReadonlySet<string>;
  readonly value: ReadonlySet<string>;
}

/** `default branch` and `main`; nothing and `berlin`. Null where the phrase stands in what is said, and not in what it is said of. */
function statementOf(folded: string, phrase: string): StatementParts | null {
  const at = folded.indexOf(phrase);
  if (RELATION.test(phrase)) return parts(folded.slice(0, at), folded.slice(at + phrase.length));
  const copula = COPULA.exec(folded);
  if (copula === null || at > copula.index) return null;
  return parts(folded.slice(0, copula.index), folded.slice(copula.index + copula[0].length));
}

function parts(subject: string, value: string): StatementParts {
  return {
    subject: new Set(termsOf(subject)),
    value: new Set(termsOf(value.split(/[,;.,;。、(（]\s|[,。;(（]/)[0] ?? "")),
  };
}

/** Phrases after which the value comes at once. */
const RELATION = /\s(?:in|at|for|as|by|on|to|port|called|named)$|[在于到听]$|んで$|めて$/;
const COPULA = /\s(?:is|are|was|will be|equals)\s(?:now\s|set to\s)?|\s?[:=：＝]\s?|改?[是为]|叫做?|は/;
