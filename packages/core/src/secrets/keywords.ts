import type { SecretRule } from "./rule.ts";

/** One keyword and the places in the rule list of those that ask for it. */
interface Keyword {
  readonly length: number;
  readonly rules: readonly number[];
}

/**
 * An Aho–Corasick automaton over UTF-16 units: finds every keyword in one pass, whatever their number.
 * `next[state + symbols[unit]]` is the next state; states are multiples of the alphabet's size, so no multiplication is needed.
 */
export interface KeywordIndex {
  readonly symbols: Uint8Array;
  readonly next: Int32Array;
  /** By state: the keywords that end there, the longest first. */
  readonly found: ReadonlyMap<number, readonly Keyword[]>;
  /** By state: 1 where `found` has something. A byte array is what the scanning loop can read fastest. */
  readonly isFinal: Uint8Array;
}

/** Builds the automaton for the keywords of `rules`: once per rule list, about 10 ms for 270 rules. At most 254 different units. */
export function buildKeywordIndex(rules: readonly SecretRule[]): KeywordIndex {
  const rulesByKeyword = groupByKeyword(rules);
  const { symbols, width } = numberSymbols(rulesByKeyword.keys());
  const { children, endings } = buildTrie(rulesByKeyword, symbols, width);
  return { symbols, ...linkFailures(children, endings, width) };
}

function groupByKeyword(rules: readonly SecretRule[]): Map<string, number[]> {
  const rulesByKeyword = new Map<string, number[]>();
  for (const [index, rule] of rules.entries()) {
    for (const keyword of new Set(rule.keywords.map((word) => word.toLowerCase()))) {
      if (keyword === "") continue;
      const list = rulesByKeyword.get(keyword);
      if (list) list.push(index);
      else rulesByKeyword.set(keyword, [index]);
    }
  }
  return rulesByKeyword;
}

/** Gives every unit that occurs in a keyword a number; all others share 0. Both cases of a letter share a number. */
function numberSymbols(keywords: Iterable<string>): { symbols: Uint8Array; width: number } {
  const symbols = new Uint8Array(65_536);
  let width = 1;
  for (const keyword of keywords) {
    for (let i = 0; i < keyword.length; i++) {
      const unit = keyword.charCodeAt(i);
      if (symbols[unit] !== 0) continue;
      if (width === 255) throw new RangeError("Too many different characters in keywords");
      symbols[unit] = width;
      if (unit >= 97 && unit <= 122) symbols[unit - 32] = width;
      width++;
    }
  }
  return { symbols, width };
}

function buildTrie(rulesByKeyword: Map<string, number[]>, symbols: Uint8Array, width: number) {
  const children: Int32Array[] = [new Int32Array(width)];
  const endings: (Keyword[] | undefined)[] = [undefined];
  for (const [keyword, rules] of rulesByKeyword) {
    let node = 0;
    for (let i = 0; i < keyword.length; i++) {
      const row = children[node] as Int32Array;
      const symbol = symbols[keyword.charCodeAt(i)] as number;
      if (row[symbol] === 0) {
        row[symbol] = children.length;
        children.push(new Int32Array(width));
        endings.push(undefined);
      }
      node = row[symbol] as number;
    }
    endings[node] = [{ length: keyword.length, rules }];
  }
  return { children, endings };
}

/** Walks the trie breadth first, so that a node's longest proper suffix is complete before the node itself. */
function linkFailures(children: Int32Array[], endings: (Keyword[] | undefined)[], width: number) {
  const next = new Int32Array(children.length * width);
  const suffix = new Int32Array(children.length);
  const queue = [0];
  for (const node of queue) {
    const row = children[node] as Int32Array;
    const fallback = suffix[node] as number;
    for (let symbol = 0; symbol < width; symbol++) {
      const child = row[symbol] as number;
      const shorter = node === 0 ? 0 : (next[fallback * width + symbol] as number) / width;
      if (child === 0) {
        next[node * width + symbol] = shorter * width;
        continue;
      }
      next[node * width + symbol] = child * width;
      suffix[child] = shorter;
      const inherited = endings[shorter];
      if (inherited) endings[child] = [...(endings[child] ?? []), ...inherited];
      queue.push(child);
    }
  }
  const found = new Map<number, Keyword[]>();
  const isFinal = new Uint8Array(children.length * width);
  for (const [node, list] of endings.entries()) {
    if (!list) continue;
    found.set(node * width, list);
    isFinal[node * width] = 1;
  }
  return { next, found, isFinal };
}
