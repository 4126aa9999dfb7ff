import type { Rules } from "./rules.ts";
import { fold } from "./terms.ts";

/** Why a text is no fact. */
export type Emptiness = "small_talk" | "too_short" | "question";

/** Letters and digits, each counted for what it carries: one of Chinese or Japanese as 3, one of Korean as 2. */
function substanceOf(text: string): number {
  let substance = 0;
  for (const [character] of text.matchAll(/[\p{L}\p{N}]/gu)) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) substance += 3;
    else substance += /\p{Script=Hangul}/u.test(character) ? 2 : 1;
  }
  return substance;
}

/** Null, or why there is nothing in a text to remember. `isTodo`: what is to be done may be worded as a question is. */
export function emptinessOf(text: string, isTodo: boolean, rules: Rules): Emptiness | null {
  const folded = fold(text);
  if (isTalk(folded, rules)) return "small_talk";
  if (isQuestion(folded, isTodo)) return "question";
  return substanceOf(folded) < rules.minSubstance ? "too_short" : null;
}

/** Nothing is left once the phrases of small talk are taken away, the longer ones first. */
function isTalk(folded: string, { smallTalk }: Rules): boolean {
  let rest = folded;
  for (const phrase of smallTalk.toSorted((one, other) => other.length - one.length)) {
    if (rest.includes(phrase)) rest = withoutPhrase(rest, phrase);
  }
  if (rest === folded) return false;
  return substanceOf(rest) < 4;
}

function withoutPhrase(text: string, phrase: string): string {
  return text.split(phrase).reduce((before, after) => {
    const isInWord =
      (LETTER_AT_END.test(before) && LETTER.test(phrase)) || (LETTER.test(after) && LETTER_AT_END.test(phrase));
    return isInWord ? `${before}${phrase}${after}` : `${before} ${after}`;
  });
}

const LETTER = /^[\p{Script=Latin}\p{N}]/u;
const LETTER_AT_END = /[\p{Script=Latin}\p{N}]$/u;

/** All of the text is a question: it ends as one, or begins as one where the mark was left out. */
function isQuestion(folded: string, isTodo: boolean): boolean {
  if (/[?؟]["')\]]*$/.test(folded)) return !/[.!。!;:]\s/.test(folded.slice(0, -1));
  return !isTodo && (ASKS.test(folded) || /[吗么呢]$/.test(folded) || /(?:ですか|ますか|나요|까요)$/.test(folded));
}

const ASKS =
  /^(?:(?:can|could|would|will) (?:you|u|we|i)\b|(?:what|why|when|where|who|which|how) (?:is|are|was|were|do|does|did|can|could|should|would|to|much|many|long)\b|(?:is|are) there\b|请问|怎么|如何|为什么|为何|能不能|可不可以|能否|是否|有没有|什么是)/;
