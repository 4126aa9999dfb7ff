import { densityOf, type Lot, scoreOf } from "./auction.ts";
import type { Reference } from "./build.ts";
import { blocksOf, lettersOf, type MessageLike, plainTextOf } from "./messages.ts";
import { cutAtLine, firstSentence } from "./shorten.ts";
import { type CountTokens, tokensOfMessage } from "./tokens.ts";
import type { Unit } from "./units.ts";

/** How many of the latest assistant turns stay whole. */
const WHOLE_TURNS = 2;
const CUT_MARK = "\n[…]";

/** A block of the system text. */
export function textLot(kind: Lot["kind"], text: string, order: number, countTokens: CountTokens): Lot {
  const [score, density] = [scoreOf("system", kind, text), densityOf(text)];
  return { kind, order, score, density, tokens: countTokens(text), isKept: false, text };
}

/** A snippet or a sample, which can be cut within its fence. */
export function referenceLot({ kind, name, text, render }: Reference, order: number, countTokens: CountTokens): Lot {
  const whole: Lot = { ...textLot(kind, render(text), order, countTokens), name };
  return {
    ...whole,
    cut(most) {
      const part = (kept: string, lines: number, of: number) => render(kept, ` [cut: lines 1 to ${lines} of ${of}]`);
      const rendered = cutAtLine(text, part, (each) => countTokens(each) <= most);
      return rendered === null ? null : { ...whole, text: rendered, tokens: countTokens(rendered) };
    },
  };
}

/** A message, or a call with its results, which are never cut. */
export function messageLot({ kind, index, messages, isKept }: Unit, order: number, countTokens: CountTokens): Lot {
  const texts = messages.map((message) => ({ role: message.role, text: blocksOf(message).map(lettersOf).join("\n") }));
  const lot: Lot = {
    kind,
    order,
    // A call is worth what its better half is.
    score: Math.max(...texts.map(({ role, text }) => scoreOf(role, kind, text))),
    density: densityOf(texts.map(({ text }) => text).join("\n")),
    tokens: messages.reduce((sum, message) => sum + tokensOfMessage(message, countTokens), 0),
    isKept,
    index,
    messages,
  };
  const text = textOf(lot);
  if (text === null) return lot;
  return {
    ...lot,
    cut(most) {
      const fits = (content: string) => withText(lot, content, countTokens).tokens <= most;
      const content = cutAtLine(text, (kept) => kept + CUT_MARK, fits);
      return content === null ? null : withText(lot, content, countTokens);
    },
  };
}

/** The text of a lot that is one message of nothing else, or null. */
export function textOf({ messages: [message, ...others] = [] }: Lot): string | null {
  return message === undefined || others.length > 0 ? null : plainTextOf(message);
}

/** Assistant turns before the latest two keep their first sentence; the others are as they were. */
export function shortenOldTurns(lots: readonly Lot[], countTokens: CountTokens): Lot[] {
  const turns = lots.filter(({ messages }) => messages?.[0]?.role === "assistant");
  const old = new Set(turns.slice(0, Math.max(0, turns.length - WHOLE_TURNS)));
  return lots.map((lot) => {
    const text = old.has(lot) ? textOf(lot) : null;
    const shorter = text === null ? lot : withText(lot, firstSentence(text), countTokens);
    return shorter.tokens < lot.tokens ? shorter : lot;
  });
}

function withText(lot: Lot, content: string, countTokens: CountTokens): Lot {
  const message = { ...(lot.messages?.[0] as MessageLike), content };
  const { cut: _, ...rest } = lot;
  return { ...rest, messages: [message], tokens: tokensOfMessage(message, countTokens) };
}
