import { auction, type Lot } from "./auction.ts";
import { messageLot, referenceLot, shortenOldTurns, textLot, textOf } from "./lots.ts";
import type { MessageLike, SystemBlock } from "./messages.ts";
import { type BlockKind, type Left, NO_TOKENS, type Report, type Shortened } from "./report.ts";
import { isGreeting } from "./shorten.ts";
import { ContextTooLargeError, type CountTokens } from "./tokens.ts";
import { alternating, unitsOf } from "./units.ts";

/** A request, and what became of all that was to be in it. */
export interface Built<Message extends MessageLike> {
  readonly system: SystemBlock[];
  readonly messages: Message[];
  readonly report: Report;
}

export interface Reference {
  readonly kind: "snippet" | "sample";
  readonly name: string;
  readonly text: string;
  /** @param note goes behind the heading. */
  readonly render: (kept: string, note?: string) => string;
}

interface Parts<Message extends MessageLike> {
  readonly budget: number;
  /** Of the budget, that may be used by this counter. */
  readonly share: number;
  readonly countTokens: CountTokens;
  readonly instructions: readonly string[];
  readonly config: string | null;
  readonly state: { readonly text: string; readonly anchors: readonly string[] } | null;
  readonly references: readonly Reference[];
  readonly messages: readonly Message[];
}

/** Everything when it fits. Otherwise old assistant turns are shortened; and when that is not enough, there is an auction. */
export function assemble<Message extends MessageLike>(parts: Parts<Message>): Built<Message> {
  const { budget, countTokens } = parts;
  const usable = Math.floor(budget * parts.share);
  const dropped: Left[] = [];
  const cut: Shortened[] = [];
  const drop = (lots: readonly Lot[], reason: Left["reason"]) => dropped.push(...lots.map((lot) => left(lot, reason)));

  const all = lotsOf(parts);
  const greetings = all.filter((lot) => !lot.isKept && isGreeting(textOf(lot) ?? ""));
  drop(greetings, "greeting");
  let lots = all.filter((lot) => !greetings.includes(lot));

  const kept = total(lots.filter(({ isKept }) => isKept));
  if (kept > usable) throw new ContextTooLargeError(kept, usable);

  if (total(lots) > usable) {
    const before = lots;
    lots = shortenOldTurns(before, countTokens);
    const outcome = total(lots) > usable ? auction(lots, usable) : { won: lots, lost: [], cut: null };
    for (const [at, lot] of lots.entries()) {
      const whole = before[at] as Lot;
      if (whole !== lot && outcome.won.includes(lot)) cut.push(shortened(whole, lot, "first_sentence"));
    }
    if (outcome.cut !== null) cut.push(shortened(outcome.cut.before, outcome.cut.after, "budget"));
    drop(outcome.lost, "budget");
    lots = [...outcome.won];
  }

  const begin = lots.findIndex((lot) => lot.messages?.[0]?.role === "user");
  const early = lots.filter((lot, at) => lot.messages !== undefined && at < begin);
  drop(early, "before_user");
  lots = lots.filter((lot) => !early.includes(lot));
  return {
    system: systemBlocks(lots),
    messages: alternating(lots.flatMap(({ messages = [] }) => messages)) as Message[],
    report: {
      budget,
      tokens: total(lots),
      exactTokens: null,
      tokensByKind: tokensByKind(lots),
      dropped: dropped.toSorted((one, other) => (one.index ?? -1) - (other.index ?? -1)),
      cut,
      given: {
        anchors: lots.some(({ kind }) => kind === "state") ? (parts.state?.anchors ?? []) : [],
        references: lots.flatMap(({ name, tokens }) => (name === undefined ? [] : [{ name, tokens }])),
      },
    },
  };
}

/** What is to be in the request, in its order. */
function lotsOf({ instructions, config, state, references, messages, countTokens }: Parts<MessageLike>): Lot[] {
  const texts = [
    ...instructions.map((text) => ["system", text] as const),
    ...(config === null ? [] : [["config", config] as const]),
    ...(state === null ? [] : [["state", state.text] as const]),
  ].map(([kind, text], order) => textLot(kind, text, order, countTokens));
  const ordered = ["snippet", "sample"].flatMap((kind) => references.filter((reference) => reference.kind === kind));
  const referred = ordered.map((reference, at) => referenceLot(reference, texts.length + at, countTokens));
  const before = texts.length + referred.length;
  const said = unitsOf(messages).map((unit) => messageLot(unit, before + unit.index, countTokens));
  return [...texts, ...referred, ...said];
}

/** What comes before the state stays the same from request to request: there is the cache breakpoint. */
function systemBlocks(lots: readonly Lot[]): SystemBlock[] {
  const texts = lots.filter(({ text }) => text !== undefined);
  const state = texts.findIndex(({ kind }) => kind === "state");
  const stable = state === -1 ? texts.length : state;
  return texts.map(({ text = "" }, at) => ({
    type: "text",
    text,
    ...(at === stable - 1 ? { cache_control: { type: "ephemeral" as const } } : {}),
  }));
}

function total(lots: readonly Lot[]): number {
  return lots.reduce((sum, { tokens }) => sum + tokens, 0);
}

function tokensByKind(lots: readonly Lot[]): Readonly<Record<BlockKind, number>> {
  const sums = { ...NO_TOKENS };
  for (const { kind, tokens } of lots) sums[kind] += tokens;
  return sums;
}

function left(lot: Lot, reason: Left["reason"]): Left {
  return { ...about(lot), tokens: lot.tokens, reason };
}

function shortened(before: Lot, after: Lot, reason: Shortened["reason"]): Shortened {
  return { ...about(before), tokens: before.tokens, keptTokens: after.tokens, reason };
}

function about({ kind, name, index }: Lot) {
  return { kind, ...(name === undefined ? {} : { name }), ...(index === undefined ? {} : { index }) };
}
