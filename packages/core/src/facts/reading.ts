import type { Rules } from "./rules.ts";
import { fold, stemOf, termsOf } from "./terms.ts";
import { NUMBERED } from "./words/contradictions.ts";
import { WEAK_STEMS } from "./words/plain-words.ts";

/** A text as facts are compared by. */
export interface Reading {
  readonly folded: string;
  /** Folded, without the marks of a change. */
  readonly plain: string;
  readonly terms: ReadonlySet<string>;
  /** Terms that say what it is about. */
  readonly strong: ReadonlySet<string>;
  /** Terms that are names, numbers or identifiers. */
  readonly names: ReadonlySet<string>;
  /** Numbers that are amounts: not dates, and not the number of an issue. */
  readonly amounts: ReadonlySet<string>;
  readonly isNegated: boolean;
  /** The marks of a change that it holds. */
  readonly changes: ReadonlySet<string>;
  /** The words that have opposites that it holds. */
  readonly opposable: ReadonlySet<string>;
  /** The words of which a statement has one value that it holds. */
  readonly singleValued: ReadonlySet<string>;
}

/** Reads a text; the same one twice at the cost of once. */
export type Reader = (content: string, key: string | null) => Reading;

export function readerOf(rules: Rules): Reader {
  const readings = new Map<string, Reading>();
  return (content, key) => {
    const name = `${key ?? ""}\n${content}`;
    const reading = readings.get(name) ?? readingOf(content, key, rules);
    readings.set(name, reading);
    return reading;
  };
}

/** @param key joins the comparison where the text alone says little: `color: blue` is not `name: blue`. */
function readingOf(content: string, key: string | null, rules: Rules): Reading {
  const folded = fold(content);
  const changes = new Set(rules.changeMarkers.filter((marker) => holdsPhrase(folded, marker)));
  const plain = withoutMarkers(folded, changes);
  const own = termsOf(plain);
  const withKey = key !== null && strongOf(own).size < 2 ? [...termsOf(key.replaceAll(/[_.:/-]/g, " ")), ...own] : own;
  const terms = new Set(withKey);
  const names = namesOf(content, terms);
  return {
    folded,
    plain,
    terms,
    strong: strongOf(terms),
    names,
    amounts: new Set([...names].filter((term) => isAmount(folded, term))),
    isNegated: isNegated(folded, rules),
    changes,
    opposable: new Set(rules.opposites.flat().filter((word) => holdsWord(folded, terms, word))),
    singleValued: new Set(rules.singleValued.filter((phrase) => holdsPhrase(plain, phrase))),
  };
}

/** A single English word is met in whatever form. */
function holdsWord(folded: string, terms: ReadonlySet<string>, word: string): boolean {
  return holdsPhrase(folded, word) || (/^[a-z]+$/.test(word) && terms.has(stemOf(word)));
}

/** A phrase of spaced writing is met as whole words only; any other wherever it stands. */
function holdsPhrase(folded: string, phrase: string): boolean {
  for (let at = folded.indexOf(phrase); at >= 0; at = folded.indexOf(phrase, at + 1)) {
    const isWordBefore = WORD.test(phrase.charAt(0)) && WORD.test(folded.charAt(at - 1));
    const isWordAfter = WORD.test(phrase.at(-1) ?? "") && WORD.test(folded.charAt(at + phrase.length));
    if (!isWordBefore && !isWordAfter) return true;
  }
  return false;
}

const WORD = /[\p{Script=Latin}\p{N}_]/u;

/** What changed is told by the mark; what it is about, by the rest. */
function withoutMarkers(folded: string, markers: ReadonlySet<string>): string {
  return [...markers]
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, marker) => text.replaceAll(marker, " "), folded);
}

function strongOf(terms: Iterable<string>): Set<string> {
  return new Set([...terms].filter((term) => !WEAK_STEMS.has(term)));
}

function isNegated(folded: string, { negations, negationExceptions }: Rules): boolean {
  const rest = negationExceptions.reduce((text, exception) => text.replaceAll(exception, " "), folded);
  return negations.some((negation) => holdsPhrase(rest, negation));
}

/** Numbers, words with a digit or a capital that begins no sentence, and Latin words in Chinese, Japanese or Korean. */
function namesOf(content: string, terms: ReadonlySet<string>): Set<string> {
  const text = content.normalize("NFKC");
  const isEastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
  const names = new Set([...terms].filter((term) => /\p{N}/u.test(term)));
  for (const { 0: word, index } of text.matchAll(/[\p{Script=Latin}][\p{Script=Latin}\p{M}\p{N}_+#]*/gu)) {
    const isFirst = /(?:^|[.!?:;]\s*)["'(]*$/.test(text.slice(0, index));
    const isCapital = /^\p{Lu}/u.test(word) && !isFirst;
    if (isEastAsian || isCapital || /\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(word)) {
      const term = termOf(word);
      if (terms.has(term)) names.add(term);
    }
  }
  return names;
}

function termOf(word: string): string {
  return stemOf(fold(word));
}

function isAmount(folded: string, term: string): boolean {
  if (!/^\d+(?:[.:]\d+)*$/.test(term) || /^(?:19|20)\d\d$/.test(term)) return false;
  const at = folded.indexOf(term);
  if (at < 0) return true;
  const before = /(\p{L}+)[\s#]*$/u.exec(folded.slice(0, at))?.[1] ?? "";
  return !NUMBERED.has(before) && !folded.includes(`#${term}`) && !folded.includes(`第${term}`);
}
