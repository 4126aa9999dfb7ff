import { type Candidate, judgements } from "./judgement.ts";
import { buildKeywordIndex, type KeywordIndex } from "./keywords.ts";
import type { SecretRule } from "./rule.ts";
import { secretRules } from "./rules.ts";
import { entropyOf } from "./shape.ts";

/** Where a secret stands. It never carries the secret itself, so it can be logged, audited and shown. */
export interface Finding {
  /** Id of the rule. */
  readonly rule: string;
  /** Name of the rule, for people. */
  readonly name: string;
  /** Line of the first character, counted from 1; lines end in `\n`. */
  readonly line: number;
  /** Offset of the first character, in UTF-16 units. */
  readonly start: number;
  /** Offset after the last character, in UTF-16 units. */
  readonly end: number;
}

/**
 * Finds secrets in `text`. Findings are sorted and do not overlap: where rules claim overlapping places, one finding
 * covers them all and carries the rule that stands first in the list.
 *
 * Takes time in proportion to the length of the text, whatever is in it: one pass looks for keywords, expressions run
 * only where one stands, and their repetitions are bounded. The automaton of a rule list is kept as long as the list
 * itself, so pass the same array again rather than an equal one.
 */
export function scanForSecrets(text: string, options?: { rules?: readonly SecretRule[] }): Finding[] {
  const matches = findMatches(text, compile(options?.rules ?? secretRules));
  if (matches.length === 0) return [];
  return withLines(text, merge(matches));
}

interface CompiledRule extends SecretRule {
  readonly index: number;
  /** The pattern, tied to one place. */
  readonly at: RegExp;
}

interface Compiled {
  readonly rules: readonly CompiledRule[];
  readonly keywords: KeywordIndex;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly rule: CompiledRule;
  readonly isSecret: boolean;
}

/**
 * How often a rule may refuse the same unit. After a refusal the rule waits for a quarter of what it has looked at, so
 * text made of nothing but `token:token:token:` costs four looks at each unit and not five hundred.
 */
const REFUSALS_PER_UNIT = 4;

/** Derived from its key alone and never changed, so it is no state that one tenant could leave for another. */
const compiledRules = new WeakMap<readonly SecretRule[], Compiled>();

function compile(rules: readonly SecretRule[]): Compiled {
  const known = compiledRules.get(rules);
  if (known) return known;
  const compiled = { rules: rules.map(compileRule), keywords: buildKeywordIndex(rules) };
  compiledRules.set(rules, compiled);
  return compiled;
}

function compileRule(rule: SecretRule, index: number): CompiledRule {
  const { source, flags } = rule.pattern;
  const indices = source.includes("(?<secret>") ? "d" : "";
  return { ...rule, index, at: new RegExp(source, `${flags.replace(/[gyd]/g, "")}y${indices}`) };
}

function findMatches(text: string, { rules, keywords }: Compiled): Match[] {
  const { symbols, next, found, isFinal } = keywords;
  const matches: Match[] = [];
  // Where each rule may begin its next match: what it has found it does not search again.
  const resumeAt = new Float64Array(rules.length);
  let state = 0;
  for (let i = 0; i < text.length; i++) {
    state = next[state + (symbols[text.charCodeAt(i)] as number)] as number;
    if (isFinal[state] === 0) continue;
    for (const keyword of found.get(state) ?? []) {
      const at = i + 1 - keyword.length;
      const startsWord = isWordStart(text, at);
      for (const index of keyword.rules) {
        const rule = rules[index] as CompiledRule;
        if (at < (resumeAt[index] as number) || !(startsWord || rule.inWord || rule.reach)) continue;
        const match = rule.reach ? matchAround(text, at, rule.reach, rule) : matchAt(text, at, rule);
        if (!match) continue;
        if (match.isSecret) matches.push(match);
        resumeAt[index] = match.isSecret ? match.end : at + (match.end - at) / REFUSALS_PER_UNIT;
      }
    }
  }
  return matches;
}

function matchAt(text: string, at: number, rule: CompiledRule): Match | undefined {
  rule.at.lastIndex = at;
  const match = rule.at.exec(text);
  if (!match) return undefined;
  const [start, end] = match.indices?.groups?.["secret"] ?? [at, at + match[0].length];
  const secret = text.slice(start, end);
  return {
    start,
    end: endOfWord(text, end),
    rule,
    isSecret: isSecret(rule, { secret, text, at, end, ...namesOf(match) }),
  };
}

function namesOf({ groups }: RegExpExecArray): { tail: string; user: string } {
  return { tail: groups?.["tail"] ?? "", user: groups?.["user"] ?? "" };
}

function isSecret(rule: SecretRule, candidate: Candidate): boolean {
  if (entropyOf(candidate.secret) < (rule.minEntropy ?? 2)) return false;
  if (rule.allow?.some((pattern) => pattern.test(candidate.secret))) return false;
  return judgements[rule.judgement ?? "token"](candidate);
}

/** For a keyword inside its secret: tries the words that begin at most `reach` before it, the nearest few. The longest wins. */
function matchAround(text: string, at: number, reach: number, rule: CompiledRule): Match | undefined {
  const earliest = Math.max(0, at - reach);
  let longest: Match | undefined;
  let attempts = 0;
  for (let start = at; start >= earliest && attempts < MAX_ATTEMPTS; start--) {
    if (isAlphanumeric(text.charCodeAt(start)) && isWordStart(text, start)) {
      attempts++;
      const match = matchAt(text, start, rule);
      if (match?.isSecret && match.end > at) longest = match;
    }
    if (start > 0 && !isReachable(text.charCodeAt(start - 1))) break;
  }
  return longest;
}

const MAX_ATTEMPTS = 8;

/**
 * A token never begins in the middle of a word, nor after the `+` of a piece of base64. Only ASCII makes words here:
 * `密钥是ghp_…` has no space, and needs none.
 */
function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (!isAlphanumeric(before) && before !== PLUS) return true;
  return isAfterEscape(text, at);
}

/** Whether the units before `at` are an escape that only looks like a word: `\n`, `\u0022`, `%3D`. */
function isAfterEscape(text: string, at: number): boolean {
  if (at >= 2 && text.charCodeAt(at - 2) === BACKSLASH) return "nrtbf".includes(text.charAt(at - 1));
  if (at >= 3 && text.charCodeAt(at - 3) === PERCENT) return isHex(text, at - 2, at);
  return at >= 6 && text.startsWith("\\u", at - 6) && isHex(text, at - 4, at);
}

const PLUS = 43;
const BACKSLASH = 92;
const PERCENT = 37;

function isHex(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!"0123456789abcdefABCDEF".includes(text.charAt(i))) return false;
  return true;
}

function isAlphanumeric(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

/** Letters, digits and `_ - . ~ + /`. */
function isReachable(unit: number): boolean {
  return isAlphanumeric(unit) || unit === 95 || unit === 126 || unit === 43 || (unit >= 45 && unit <= 47);
}

/** A pattern's repetitions end somewhere; what they leave of a longer token must not be stored in the clear. */
function endOfWord(text: string, end: number): number {
  if (!isAlphanumeric(text.charCodeAt(end - 1))) return end;
  while (end < text.length && isAlphanumeric(text.charCodeAt(end))) end++;
  return end;
}

function merge(matches: Match[]): Match[] {
  matches.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Match[] = [];
  for (const match of matches) {
    const last = merged.at(-1);
    if (!last || match.start >= last.end) {
      merged.push(match);
      continue;
    }
    const rule = match.rule.index < last.rule.index ? match.rule : last.rule;
    merged[merged.length - 1] = { ...last, end: Math.max(last.end, match.end), rule };
  }
  return merged;
}

function withLines(text: string, matches: readonly Match[]): Finding[] {
  let line = 1;
  let newline = text.indexOf("\n");
  return matches.map(({ start, end, rule }) => {
    while (newline !== -1 && newline < start) {
      line++;
      newline = text.indexOf("\n", newline + 1);
    }
    return { rule: rule.id, name: rule.name, line, start, end };
  });
}
