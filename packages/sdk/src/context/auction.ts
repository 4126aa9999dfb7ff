import type { MessageLike } from "./messages.ts";
import type { BlockKind } from "./report.ts";

/** What competes for a place: a block of the system text, a message, or a tool call with its results. */
export interface Lot {
  readonly kind: BlockKind;
  /** Its place in the request. */
  readonly order: number;
  readonly score: number;
  readonly density: number;
  readonly tokens: number;
  /** In, whatever it costs. */
  readonly isKept: boolean;
  readonly name?: string;
  /** Of its first message, in the order they were added. */
  readonly index?: number;
  /** In the system text. */
  readonly text?: string;
  readonly messages?: readonly MessageLike[];
  /** Its first lines, in at most so many tokens; null when not even one fits, or it has no lines. */
  cut?(tokens: number): Lot | null;
}

const BASES: Readonly<Record<string, number>> = { system: 1.0, user: 0.8, assistant: 0.3 };
const BONUSES: Readonly<Partial<Record<BlockKind, number>>> = { snippet: 0.5, sample: 0.5, state: 0.3, config: 0.2 };
/** What has this share of letters is worth a part of it. */
const DENSE = 0.3;

/** `base(role) · (1 + bonus) · (1 + density)`. */
export function scoreOf(role: string, kind: BlockKind, text: string): number {
  return (BASES[role] ?? 0) * (1 + (BONUSES[kind] ?? 0)) * (1 + densityOf(text));
}

/** The share of characters that are not white; 0 of nothing. */
export function densityOf(text: string): number {
  return text === "" ? 0 : text.replace(/\s/gu, "").length / text.length;
}

export interface Outcome {
  /** In their original order. */
  readonly won: readonly Lot[];
  readonly lost: readonly Lot[];
  /** What was cut, and what it became. */
  readonly cut: { readonly before: Lot; readonly after: Lot } | null;
}

/**
 * Gives places to the best first, until the budget. The first that does not fit whole takes what is left, cut at a line, if it is
 * dense; then there is nothing left to give. One that cannot be cut is left out, and the next is tried.
 * Those that are kept must fit.
 */
export function auction(lots: readonly Lot[], budget: number): Outcome {
  const won = lots.filter(({ isKept }) => isKept);
  const lost: Lot[] = [];
  let left = budget - won.reduce((sum, { tokens }) => sum + tokens, 0);
  let cut: Outcome["cut"] = null;
  for (const lot of lots.filter(({ isKept }) => !isKept).toSorted(better)) {
    if (cut === null && lot.tokens <= left) {
      won.push(lot);
      left -= lot.tokens;
      continue;
    }
    const part: Lot | null = cut === null && lot.density >= DENSE ? (lot.cut?.(left) ?? null) : null;
    if (part === null) lost.push(lot);
    else {
      won.push(part);
      cut = { before: lot, after: part };
    }
  }
  return { won: won.toSorted(byOrder), lost: lost.toSorted(byOrder), cut };
}

/** Of equals, the newer message. */
function better(one: Lot, other: Lot): number {
  return other.score - one.score || other.order - one.order;
}

function byOrder(one: Lot, other: Lot): number {
  return one.order - other.order;
}
