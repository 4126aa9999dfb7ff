import { diffArrays, structuredPatch } from "diff";

interface Part {
  readonly text: string;
  /** Its words are not in the other text's lines. */
  readonly isChanged: boolean;
}

export type DiffRow =
  /** Lines that did not change are left out above it. */
  | { readonly type: "gap"; readonly line: number }
  | { readonly type: "unchanged" | "added" | "removed"; readonly parts: readonly Part[] };

export interface TextComparison {
  /** None when the texts are the same. */
  readonly rows: readonly DiffRow[];
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly isCoarse: boolean;
}

/** The search costs edits times length, and the square of the edits: past these bounds the texts are shown as replaced whole. */
const MOST_COMPARISONS = 5_000_000;
const MOST_EDITS = 1_000;
/** Of a passage of rewritten lines whose words are compared. Characters, both sides together. */
const LONGEST_PASSAGE = 20_000;
const CONTEXT_LINES = 3;

/** Tells two texts apart by line and, in the lines that were rewritten, by word. Its work is bounded whatever the texts are. */
export function compareTexts(before: string, after: string): TextComparison {
  if (before === after) return { rows: [], linesAdded: 0, linesRemoved: 0, isCoarse: false };
  const length = lines(before).length + lines(after).length;
  const patch = structuredPatch("", "", before, after, "", "", {
    context: CONTEXT_LINES,
    maxEditLength: Math.min(MOST_EDITS, Math.floor(MOST_COMPARISONS / length)),
  });
  const hunks = patch?.hunks ?? [
    {
      oldStart: 1,
      newStart: 1,
      lines: [...lines(before).map((line) => `-${line}`), ...lines(after).map((line) => `+${line}`)],
    },
  ];
  const rows = hunks.flatMap((hunk, index): DiffRow[] => {
    const line = Math.max(1, hunk.newStart);
    return [...(index > 0 || line > 1 ? [{ type: "gap", line } as const] : []), ...rowsOf(hunk.lines)];
  });
  const ofType = (type: DiffRow["type"]) => rows.filter((row) => row.type === type).length;
  return { rows, linesAdded: ofType("added"), linesRemoved: ofType("removed"), isCoarse: patch === undefined };
}

/** The lines of a hunk, each with its sign before it. A line that begins with a backslash is a remark. */
function rowsOf(signed: readonly string[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    const [old, fresh] = compareWords(removed, added);
    rows.push(...old.map((parts) => ({ type: "removed", parts }) as const));
    rows.push(...fresh.map((parts) => ({ type: "added", parts }) as const));
    [removed, added] = [[], []];
  };
  for (const line of signed) {
    const text = line.slice(1);
    if (line.startsWith("-")) removed.push(text);
    else if (line.startsWith("+")) added.push(text);
    else if (line.startsWith(" ")) {
      flush();
      rows.push({ type: "unchanged", parts: [{ text, isChanged: false }] });
    }
  }
  flush();
  return rows;
}

/** The parts of each line on both sides. Where little is common, no word is marked: the whole of it is new. */
function compareWords(removed: readonly string[], added: readonly string[]): [Part[][], Part[][]] {
  const whole = (each: readonly string[]) => each.map((text) => [{ text, isChanged: false }]);
  const [old, fresh] = [removed.join("\n"), added.join("\n")];
  if (removed.length === 0 || added.length === 0 || old.length + fresh.length > LONGEST_PASSAGE) {
    return [whole(removed), whole(added)];
  }
  const changes = diffArrays(words(old), words(fresh), { maxEditLength: MOST_EDITS });
  const common =
    changes
      ?.filter((each) => !each.added && !each.removed)
      .map(({ value }) => value.join(""))
      .join("") ?? "";
  if (changes === undefined || common.replace(/\s/g, "").length * 4 < Math.min(old.length, fresh.length)) {
    return [whole(removed), whole(added)];
  }
  const side = (isOld: boolean): Part[] =>
    changes
      .filter((each) => !(isOld ? each.added : each.removed))
      .map((each) => ({ text: each.value.join(""), isChanged: each.added || each.removed }));
  return [byLine(side(true)), byLine(side(false))];
}

function byLine(parts: readonly Part[]): Part[][] {
  const result: Part[][] = [[]];
  for (const { text, isChanged } of parts) {
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) result.push([]);
      if (piece !== "") result.at(-1)?.push({ text: piece, isChanged });
    }
  }
  return result;
}

function lines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** Words, runs of spaces, and each other character by itself: so are those of scripts that put no spaces between words. */
function words(text: string): string[] {
  return text.match(WORD) ?? [];
}

const WORD =
  /[[\p{L}\p{N}\p{M}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+|[^\S\n]+|[\s\S]/gv;
