import { diffArrays } from "diff";

interface Change {
  readonly type: "unchanged" | "removed" | "added";
  readonly text: string;
}

/** A place where two texts differ, with up to three lines around it that do not. Lines are counted from 1 and hold their newline. */
interface Hunk {
  readonly fromLine: number;
  readonly fromLines: number;
  readonly toLine: number;
  readonly toLines: number;
  readonly changes: Change[];
}

export interface Comparison {
  readonly hunks: Hunk[];
  readonly stats: { readonly linesAdded: number; readonly linesRemoved: number };
  /** Some of it differs too much to be told apart within the bounds, and is said to be replaced whole. */
  readonly isCoarse: boolean;
}

/** Lines `fromStart` to `fromEnd` became `toStart` to `toEnd`; ends are not included. */
interface Replaced {
  readonly fromStart: number;
  readonly fromEnd: number;
  readonly toStart: number;
  readonly toEnd: number;
}

const CONTEXT_LINES = 3;
/** Comparisons a search may take: edits looked for, times the length of what is compared. */
const MOST_COMPARISONS = 5_000_000;
/** The search keeps a path for each edit and each diagonal: its square is what it costs. */
const MOST_EDITS = 1_000;

/**
 * Tells two texts apart, line by line or, in the lines that differ, word by word. The work is bounded whatever the texts are: past the
 * bound the answer is coarser, and says so.
 */
export function compareTexts(from: string, to: string, mode: "line" | "word"): Comparison {
  const [fromLines, toLines] = [splitLines(from), splitLines(to)];
  const budget = { comparisons: MOST_COMPARISONS, isExceeded: false };
  const replaced = compare(fromLines, toLines, budget);
  const hunks = group(replaced).map((near) => toHunk(near, fromLines, toLines, mode === "word" ? budget : null));
  const sum = (count: (each: Replaced) => number) => replaced.reduce((total, each) => total + count(each), 0);
  return {
    hunks,
    stats: {
      linesAdded: sum(({ toStart, toEnd }) => toEnd - toStart),
      linesRemoved: sum(({ fromStart, fromEnd }) => fromEnd - fromStart),
    },
    isCoarse: budget.isExceeded,
  };
}

interface Budget {
  comparisons: number;
  isExceeded: boolean;
}

/** Where two lists differ. What they have in common at both ends costs no search. */
function compare(from: readonly string[], to: readonly string[], budget: Budget): Replaced[] {
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < shorter - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++;
  const [fromEnd, toEnd] = [from.length - tail, to.length - tail];
  if (head === fromEnd && head === toEnd) return [];
  const whole = { fromStart: head, fromEnd, toStart: head, toEnd };
  if (head === fromEnd || head === toEnd) return [whole];
  const found = search(from.slice(head, fromEnd), to.slice(head, toEnd), budget);
  if (found === null) return [whole];
  return found.map((each) => ({
    fromStart: each.fromStart + head,
    fromEnd: each.fromEnd + head,
    toStart: each.toStart + head,
    toEnd: each.toEnd + head,
  }));
}

function search(from: readonly string[], to: readonly string[], budget: Budget): Replaced[] | null {
  const length = from.length + to.length;
  const maxEditLength = Math.min(MOST_EDITS, Math.floor(budget.comparisons / length));
  // Equal lines get one number, so that comparing two costs the same however long they are.
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const parts = diffArrays(from.map(numberOf), to.map(numberOf), { maxEditLength });
  if (parts === undefined) {
    budget.comparisons -= maxEditLength * length;
    budget.isExceeded = true;
    return null;
  }
  const replaced: Replaced[] = [];
  let [fromAt, toAt, edits] = [0, 0, 0];
  let start: { from: number; to: number } | null = null;
  const close = () => {
    if (start !== null) replaced.push({ fromStart: start.from, fromEnd: fromAt, toStart: start.to, toEnd: toAt });
    start = null;
  };
  for (const { added, removed, count } of parts) {
    if (!added && !removed) close();
    else {
      start ??= { from: fromAt, to: toAt };
      edits += count;
    }
    if (!added) fromAt += count;
    if (!removed) toAt += count;
  }
  close();
  budget.comparisons -= edits * length;
  return replaced;
}

/** Places whose surroundings would touch are shown as one. */
function group(replaced: readonly Replaced[]): Replaced[][] {
  const groups: Replaced[][] = [];
  for (const each of replaced) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && each.fromStart - last.fromEnd <= 2 * CONTEXT_LINES) groups.at(-1)?.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** @param budget what is left for the words of the lines that differ; null shows whole lines. */
function toHunk(
  near: readonly Replaced[],
  from: readonly string[],
  to: readonly string[],
  budget: Budget | null,
): Hunk {
  const [first, last] = [near[0], near.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A hunk holds at least one change");
  const before = Math.min(CONTEXT_LINES, first.fromStart);
  const after = Math.min(CONTEXT_LINES, from.length - last.fromEnd);
  const changes: Change[] = [];
  let at = first.fromStart - before;
  for (const { fromStart, fromEnd, toStart, toEnd } of near) {
    push(changes, "unchanged", from.slice(at, fromStart).join(""));
    const [old, fresh] = [from.slice(fromStart, fromEnd).join(""), to.slice(toStart, toEnd).join("")];
    if (budget === null || old === "" || fresh === "") {
      push(changes, "removed", old);
      push(changes, "added", fresh);
    } else compareWords(changes, old, fresh, budget);
    at = fromEnd;
  }
  push(changes, "unchanged", from.slice(at, last.fromEnd + after).join(""));
  return {
    fromLine: first.fromStart - before + 1,
    fromLines: last.fromEnd + after - (first.fromStart - before),
    toLine: first.toStart - before + 1,
    toLines: last.toEnd + after - (first.toStart - before),
    changes,
  };
}

function compareWords(changes: Change[], from: string, to: string, budget: Budget): void {
  const [fromWords, toWords] = [splitWords(from), splitWords(to)];
  let at = 0;
  for (const { fromStart, fromEnd, toStart, toEnd } of compare(fromWords, toWords, budget)) {
    push(changes, "unchanged", fromWords.slice(at, fromStart).join(""));
    push(changes, "removed", fromWords.slice(fromStart, fromEnd).join(""));
    push(changes, "added", toWords.slice(toStart, toEnd).join(""));
    at = fromEnd;
  }
  push(changes, "unchanged", fromWords.slice(at).join(""));
}

function push(changes: Change[], type: Change["type"], text: string): void {
  const last = changes.at(-1);
  if (text === "") return;
  if (last?.type === type) changes[changes.length - 1] = { type, text: last.text + text };
  else changes.push({ type, text });
}

/** Lines with their newline: joined, they are the text again. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Words, runs of spaces, and each other character by itself: so are those of scripts that put no spaces between words. */
function splitWords(text: string): string[] {
  return text.match(WORD) ?? [];
}

const WORD =
  /[[\p{L}\p{N}\p{M}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+|[^\S\n]+|[\s\S]/gv;
