import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { insertAfterLine, linesOf, occurrenceLines, prefixEnd, replaceOnce } from "../src/text.ts";

const text = fc
  .array(fc.constantFrom("a", "b", "ab", "\n", "\r\n", "$&", "$1", "\\1", "😀", "选"), { maxLength: 20 })
  .map((parts) => parts.join(""));
const part = text.filter((each) => each !== "");

/** Where a text begins, one occurrence after another, without overlaps. */
function places(content: string, part: string): number[] {
  const found: number[] = [];
  for (let at = content.indexOf(part); at !== -1; at = content.indexOf(part, at + part.length)) found.push(at);
  return found;
}

describe("a replacement", () => {
  test("is made where the old text is once, and puts the new text there, whatever is in it", () => {
    fc.assert(
      fc.property(text, part, text, (content, oldText, newText) => {
        const found = places(content, oldText);
        const result = replaceOnce(content, oldText, newText);
        const [at] = found;
        if (at === undefined) expect(result).toEqual({ outcome: "absent" });
        else if (found.length > 1)
          expect(result).toEqual({ outcome: "ambiguous", lines: occurrenceLines(content, oldText) });
        else
          expect(result).toEqual({
            outcome: "replaced",
            content: content.slice(0, at) + newText + content.slice(at + oldText.length),
          });
      }),
      { numRuns: 2_000 },
    );
  });

  test("names the line that each occurrence begins on, once", () => {
    fc.assert(
      fc.property(text, part, (content, oldText) => {
        const lines = places(content, oldText).map((at) => linesOf(content.slice(0, at)).length);
        expect(occurrenceLines(content, oldText)).toEqual([...new Set(lines)]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("an insertion", () => {
  test("comes after its line, leaves the others as they were, and exists for 0 to the number of lines", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: -2, max: 25 }), text, (content, line, added) => {
        const lines = linesOf(content);
        const result = insertAfterLine(content, line, added);
        if (line < 0 || line > lines.length) expect(result).toBe(null);
        else expect(result).toBe([...lines.slice(0, line), added.replace(/\n$/, ""), ...lines.slice(line)].join("\n"));
      }),
      { numRuns: 2_000 },
    );
  });

  test("has no half lines", () => {
    for (const line of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(insertAfterLine("a", line, "b")).toBe(null);
  });
});

test("between a prefix and its end is every text that begins with it, and no other", () => {
  const points = fc.string({
    unit: fc.constantFrom("a", "b", "0", "/", "\u0001", "\ud7ff", "\ue000", "\u{10ffff}", "😀"),
    minLength: 1,
    maxLength: 4,
  });
  const compare = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));
  fc.assert(
    fc.property(points, points, fc.boolean(), (prefix, other, isBeneath) => {
      const sample = isBeneath ? prefix + other : other;
      const end = prefixEnd(prefix);
      const isBefore = end === null || compare(sample, end) < 0;
      expect(compare(sample, prefix) >= 0 && isBefore).toBe(sample.startsWith(prefix));
    }),
    { numRuns: 2_000 },
  );
});
