import { LIMITS } from "../limits.ts";
import type { Snippet } from "./schema.ts";

/** What a snippet shows as matched. */
interface Sought {
  /** Stems: a word that begins with one and goes on as English words do. */
  readonly stems: readonly string[];
  /** Texts as they are, but for case and accents. */
  readonly texts: readonly string[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** @param terms the lexemes that Postgres made of the query; none when it was looked for as it is. */
export function soughtIn(query: string, terms: readonly string[]): Sought {
  if (terms.length === 0) return { stems: [], texts: [query.toLowerCase()] };
  return {
    stems: terms.filter((term) => /^[a-z0-9]+$/.test(term)),
    texts: terms.filter((term) => !/^[a-z0-9]+$/.test(term)),
  };
}

/** The part of a text with most of what is sought, and where that is in it. */
export function makeSnippet(text: string, firstLine: number, sought: Sought): Snippet {
  const ranges = matchedRanges(text, sought);
  const { start, end } = windowAround(text, ranges);
  const before = newlines(text.slice(0, start));
  const part = text.slice(start, end);
  return {
    text: part,
    ranges: ranges
      .filter((range) => range.start >= start && range.end <= end)
      .map((range) => ({ start: range.start - start, end: range.end - start })),
    firstLine: firstLine + before,
    lastLine: firstLine + before + newlines(part),
  };
}

function matchedRanges(text: string, { stems, texts }: Sought): Range[] {
  const { folded, origin } = fold(text);
  const found: Range[] = [];
  const add = (start: number, end: number) =>
    found.push({ start: origin[start] ?? 0, end: origin[end] ?? text.length });
  for (const sought of texts) {
    for (let at = folded.indexOf(sought); at !== -1; at = folded.indexOf(sought, at + sought.length))
      add(at, at + sought.length);
  }
  if (stems.length > 0) {
    for (const { index, 0: word } of folded.matchAll(/[a-z0-9]+/g)) {
      if (stems.some((stem) => isFormOf(word, stem))) add(index, index + word.length);
    }
    // Parts of an identifier that a change of case parts.
    for (const { index, 0: part } of text.matchAll(
      /(?<=[a-z0-9])[A-Z][a-z0-9]*|[a-z0-9]+(?=[A-Z])|[A-Z]+(?=[A-Z][a-z])/g,
    )) {
      if (stems.some((stem) => isFormOf(part.toLowerCase(), stem)))
        found.push({ start: index, end: index + part.length });
    }
  }
  return merged(found);
}

const ENDINGS =
  /^(?:'?s|e|es|d|ed|ing|ings|er|ers|ly|y|ies|ied|al|ally|ion|ions|ation|ations|ment|ments|able|ity|ive|ness|ful|ic|ical)?$/;

function isFormOf(word: string, stem: string): boolean {
  if (word === stem) return true;
  const root = stem.endsWith("i") ? stem.slice(0, -1) : stem;
  if (root.length < 2 || !word.startsWith(root)) return false;
  const rest = word.slice(root.length);
  return ENDINGS.test(rest) || (rest[0] === root.at(-1) && ENDINGS.test(rest.slice(1)));
}

/** The text without case and accents, and for each of its code units the place in the text that it comes from. */
function fold(text: string): { folded: string; origin: number[] } {
  if (/^[\0-\x7f]*$/.test(text)) return { folded: text.toLowerCase(), origin: identity(text.length) };
  let folded = "";
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    // Composed again, or a syllable of Hangul would be three letters.
    const plain = character
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f]/g, "")
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll("ß", "ss");
    for (let unit = 0; unit < plain.length; unit++) origin.push(at);
    folded += plain;
    at += character.length;
  }
  origin.push(text.length);
  return { folded, origin };
}

function identity(length: number): number[] {
  return Array.from({ length: length + 1 }, (_, index) => index);
}

function merged(ranges: readonly Range[]): Range[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || start > last.end) result.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return result.filter(({ start, end }) => end > start);
}

/** Where most of the text that is shown is matched; from line to line where these are short, else from word to word. */
function windowAround(text: string, ranges: readonly Range[]): Range {
  const size = LIMITS.snippetCharacters;
  if (text.length <= size) return { start: 0, end: text.length };
  let best = { start: 0, covered: -1 };
  let first = 0;
  let covered = 0;
  for (const [index, range] of ranges.entries()) {
    covered += range.end - range.start;
    for (
      let left = ranges[first];
      left !== undefined && first < index && range.end - left.start > size;
      left = ranges[++first]
    ) {
      covered -= left.end - left.start;
    }
    if (covered > best.covered) best = { start: ranges[first]?.start ?? 0, covered };
  }
  const start = startNear(text, Math.max(0, best.start - size / 4));
  return { start, end: endNear(text, Math.min(text.length, start + size)) };
}

const REACH = 40;

function startNear(text: string, place: number): number {
  if (place === 0) return 0;
  const near = text.slice(Math.max(0, place - REACH), place);
  const gap = Math.max(near.lastIndexOf("\n"), near.lastIndexOf(" "));
  return gap === -1 ? onCharacter(text, place) : place - near.length + gap + 1;
}

function endNear(text: string, place: number): number {
  if (place === text.length) return place;
  const near = text.slice(place, place + REACH);
  const gap = near.search(/\s/);
  return gap === -1 ? onCharacter(text, place) : place + gap;
}

/** Not between the halves of a surrogate pair. */
function onCharacter(text: string, place: number): number {
  return /[\udc00-\udfff]/.test(text[place] ?? "") ? place - 1 : place;
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}
