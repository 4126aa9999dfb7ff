import { relate } from "../facts/compare.ts";
import { type Reading, readerOf } from "../facts/reading.ts";
import type { Rules } from "../facts/rules.ts";
import { blockOf, inOrder } from "./block.ts";
import type { LeftOutItem, RecallBody, RecalledItem } from "./schema.ts";
import { countTokens } from "./tokens.ts";

export interface Candidate extends RecalledItem {
  /** A preference, or about the user: recalled whatever is asked. */
  readonly isAlways: boolean;
}

interface Limits {
  readonly topN: number;
  readonly maxTokens: number;
  readonly format: RecallBody["format"];
}

interface Choice {
  readonly text: string;
  readonly items: RecalledItem[];
  readonly tokens: number;
  readonly leftOut: LeftOutItem[];
}

const MOST_LEFT_OUT = 100;

/** Takes candidates, best first, while they are within the limits and say what no other does. The text is never longer than asked. */
export function chooseItems(
  candidates: readonly Candidate[],
  { topN, maxTokens, format }: Limits,
  rules: Rules,
): Choice {
  const chosen: { readonly item: RecalledItem; readonly says: Reading }[] = [];
  const leftOut: LeftOutItem[] = [];
  const read = readerOf(rules);
  for (const candidate of inOrderOfChoice(candidates, topN)) {
    const { isAlways, ...item } = candidate;
    const says = read(item.text, null);
    const reason = refusalOf();
    if (reason === null) chosen.push({ item, says });
    else leftOut.push(leftOutOf(item, reason));

    function refusalOf(): LeftOutItem["reason"] | null {
      const isDuplicate = chosen.some(
        ({ item: other, says: known }) =>
          other.category === item.category && relate(says, known, false, rules).kind === "same",
      );
      if (isDuplicate) return "duplicate";
      if (chosen.length >= topN) return "top_n";
      return countTokens(blockOf([...chosen.map(({ item: other }) => other), item], format)) > maxTokens
        ? "budget"
        : null;
    }
  }
  const items = inOrder(chosen.map(({ item }) => item));
  const text = blockOf(items, format);
  return { text, items, tokens: countTokens(text), leftOut: leftOut.toSorted(byScore).slice(0, MOST_LEFT_OUT) };
}

/**
 * What is always recalled comes first, but after every three of it one of what was asked for, so that a quarter of the places and of
 * the tokens go there, where there is any. What is left of the latter comes next, what is left of the former last.
 */
function inOrderOfChoice(candidates: readonly Candidate[], topN: number): Candidate[] {
  const always = candidates.filter(({ isAlways }) => isAlways).toSorted(byScore);
  const others = candidates.filter(({ isAlways }) => !isAlways).toSorted(byScore);
  const kept = Math.min(others.length, Math.floor(topN / 4));
  const first = always.slice(0, topN - kept);
  const mixed = first.flatMap((each, index) =>
    index % 3 === 2 ? [each, ...others.slice(0, kept).slice((index - 2) / 3, (index + 1) / 3)] : [each],
  );
  const rest = others.filter((other) => !mixed.includes(other));
  return [...mixed, ...rest, ...always.slice(first.length)];
}

function byScore(one: { readonly score: number }, other: { readonly score: number }): number {
  return other.score - one.score;
}

function leftOutOf({ id, customId, category, key, score }: RecalledItem, reason: LeftOutItem["reason"]): LeftOutItem {
  return {
    id,
    customId,
    ...(category === undefined ? {} : { category }),
    ...(key === undefined ? {} : { key }),
    reason,
    score,
  };
}
