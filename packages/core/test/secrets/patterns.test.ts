import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requiredLiterals } from "../../src/secrets/patterns/literals.ts";
import { createMatcher } from "../../src/secrets/patterns/match.ts";
import { PatternError, parsePattern } from "../../src/secrets/patterns/parse.ts";
import { compileProgram, matchesNothing } from "../../src/secrets/patterns/program.ts";

function covered(source: string, text: string, ignoresCase = false): string[] {
  const matcher = createMatcher(compileProgram([parsePattern(source, ignoresCase)]));
  const isCovered = new Uint8Array(text.length);
  for (const { start, end } of matcher.findAll(text)) isCovered.fill(1, start, end);
  return text
    .split("")
    .map((unit, at) => (isCovered[at] === 1 ? unit : " "))
    .join("")
    .split(" ")
    .filter((part) => part !== "");
}

const atom = fc.constantFrom("a", "b", "c", "[ab]", "[^a]", ".", "\\w", "\\b", "^", "$", "\\n");
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    atom,
    fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `${left}${right}`),
    fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `(?:${left}|${right})`),
    fc.tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}")).map(([of, times]) => `(?:${of})${times}`),
  ),
}));

describe("a pattern", () => {
  test("covers what some match of the same expression in JavaScript covers, and nothing else", () => {
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[abc \n]{0,12}$/), (source, text) => {
        const tree = parsePattern(source, false);
        const matcher = createMatcher(compileProgram([tree]));
        const mine = new Uint8Array(text.length);
        for (const { start, end } of matcher.findAll(text)) mine.fill(1, start, end);
        const theirs = new Uint8Array(text.length);
        for (let start = 0; start < text.length; start++) {
          for (let end = start + 1; end <= text.length; end++) {
            if (matchesFromTo(source, text, start, end)) theirs.fill(1, start, end);
          }
        }
        expect(mine).toEqual(theirs);
      }),
      { numRuns: 300 },
    );
  });

  test("stands in every text it matches with one of its required literals", () => {
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[abc]{0,12}$/), (source, text) => {
        const literals = requiredLiterals(parsePattern(`abc(?:${source})`, false));
        if (!new RegExp(`abc(?:${source})`, "m").test(text)) return;
        expect(literals === null || literals.some((literal) => text.includes(literal))).toBe(true);
      }),
    );
  });

  test.each([
    ["ACME-[0-9]{4,}", "see ACME-12345, ACME-99", false, ["ACME-12345"]],
    ["acme-\\d+", "ACME-1", true, ["ACME-1"]],
    ["密钥[0-9]+", "我的密钥42号", false, ["密钥42"]],
    ["[😀-😂]{2}", "x😁😂y", false, ["😁😂"]],
    ["^key: .*$", "a\nkey: v\nb", false, ["key:", "v"]],
    ["\\x41\\u0042\\u{43}", "ABC", false, ["ABC"]],
    ["a.c", "a\nc", false, []],
    ["a{,2}", "a{,2}", false, ["a{,2}"]],
  ])("%s in %j", (source, text, ignoresCase, found) => {
    expect(covered(source, text, ignoresCase)).toEqual(found);
  });

  test.each([
    ["(a)\\1", /refers back/],
    ["(?=a)b", /looks ahead/],
    ["(?!a)b", /looks ahead/],
    ["(?<=a)b", /looks behind/],
    ["(?<!a)b", /looks behind/],
    ["\\p{L}", /Unicode properties/],
    ["(a", /without its \)/],
    ["a)", /without its \(/],
    ["[a", /without its \]/],
    ["[z-a]", /ends before it begins/],
    ["*a", /nothing to repeat/],
    ["a**", /repeats a repetition/],
    ["a{3,1}", /wrong way round/],
    ["a{1001}", /more than 1000 times/],
    ["\\q", /escape that is not known/],
    ["(?<name>a)", /kind that is not known/],
    ["^*", /no length/],
    ["[[:alpha:]]", /write ranges/],
  ])("%s is refused in words", (source, reason) => {
    expect(() => parsePattern(source, false)).toThrow(reason);
    expect(() => parsePattern(source, false)).toThrow(PatternError);
  });

  test("that becomes too large is refused", () => {
    expect(() => compileProgram([parsePattern("(?:a{1000}){1000}", false)])).toThrow(PatternError);
  });

  test.each(["a*", "a?|b", "\\b", "(?:a*){3}", ""])("%s is known to match the empty text", (source) => {
    expect(matchesNothing(parsePattern(source, false))).toBe(true);
  });

  test.each(["(a+)+x", "(a|aa)+x", "(.*a){20}x", "a*a*a*a*x", "(?:[ab]*c?){50}x", "a.*x|a"])(
    "%s asks about each character of a long text a bounded number of times",
    (source) => {
      const matcher = createMatcher(compileProgram([parsePattern(source, false)]));
      const text = countingText("a".repeat(20_000));
      matcher.findAll(text as unknown as string);
      expect(text.asked).toBeLessThanOrEqual(4 * 20_001);
    },
  );
});

/** Whether JavaScript has a match of just this stretch. */
function matchesFromTo(source: string, text: string, start: number, end: number): boolean {
  const tied = new RegExp(`(?:${source})(?=[^]{${text.length - end}}(?![^]))`, "my");
  tied.lastIndex = start;
  const match = tied.exec(text);
  return match !== null && match.index === start && match[0].length === end - start;
}

/** A text that counts how often its characters are asked for. */
function countingText(text: string) {
  return {
    asked: 0,
    length: text.length,
    charCodeAt(at: number) {
      this.asked++;
      return text.charCodeAt(at);
    },
    codePointAt(at: number) {
      this.asked++;
      return text.codePointAt(at);
    },
  };
}
