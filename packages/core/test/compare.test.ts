import { type Comparison, compareTexts } from "@stela/core/revisions/compare";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const lines = fc.array(fc.constantFrom("a\n", "b\n", "c d\n", "\n", "e f g\n", "选型说明\n", "a", "😀x\r\n"), {
  maxLength: 30,
});
const texts = lines.map((each) => each.join(""));
const modes = fc.constantFrom<"line" | "word">("line", "word");

/** What a hunk says of one side. */
function side(changes: Comparison["hunks"][number]["changes"], without: "added" | "removed"): string {
  return changes
    .filter(({ type }) => type !== without)
    .map(({ text }) => text)
    .join("");
}

const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The later text, made of the earlier one and the hunks alone. */
function applied(from: string, { hunks }: Comparison): string {
  const old = linesOf(from);
  let text = "";
  let at = 0;
  for (const { fromLine, fromLines, changes } of hunks) {
    expect(old.slice(fromLine - 1, fromLine - 1 + fromLines).join("")).toBe(side(changes, "added"));
    text += old.slice(at, fromLine - 1).join("") + side(changes, "removed");
    at = fromLine - 1 + fromLines;
  }
  return text + old.slice(at).join("");
}

describe("the difference of two texts", () => {
  test("makes the later text of the earlier one, whatever they are", () => {
    fc.assert(
      fc.property(texts, texts, modes, (from, to, mode) => {
        const comparison = compareTexts(from, to, mode);
        expect(comparison.isCoarse).toBe(false);
        expect(applied(from, comparison)).toBe(to);
        for (const { toLine, toLines, changes } of comparison.hunks) {
          expect(
            linesOf(to)
              .slice(toLine - 1, toLine - 1 + toLines)
              .join(""),
          ).toBe(side(changes, "removed"));
        }
        expect(comparison.hunks.length === 0).toBe(from === to);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is told in lines, with three lines around it", () => {
    const from = "1\n2\n3\n4\n5\n6\n7\n8\n";
    expect(compareTexts(from, from.replace("5", "five"), "line")).toEqual({
      hunks: [
        {
          fromLine: 2,
          fromLines: 7,
          toLine: 2,
          toLines: 7,
          changes: [
            { type: "unchanged", text: "2\n3\n4\n" },
            { type: "removed", text: "5\n" },
            { type: "added", text: "five\n" },
            { type: "unchanged", text: "6\n7\n8\n" },
          ],
        },
      ],
      stats: { linesAdded: 1, linesRemoved: 1 },
      isCoarse: false,
    });
  });

  test("is told in words, those of scripts without spaces too", () => {
    const changes = (from: string, to: string) =>
      compareTexts(from, to, "word").hunks[0]?.changes.map(({ type, text }) => [type, text]);
    expect(changes("Likes green tea.\n", "Likes black tea.\n")).toEqual([
      ["unchanged", "Likes "],
      ["removed", "green"],
      ["added", "black"],
      ["unchanged", " tea.\n"],
    ]);
    expect(changes("我们用数据库", "我们用文件库")).toEqual([
      ["unchanged", "我们用"],
      ["removed", "数据"],
      ["added", "文件"],
      ["unchanged", "库"],
    ]);
  });

  test("from nothing, to nothing and of a last newline", () => {
    expect(compareTexts("", "a\nb", "line").stats).toEqual({ linesAdded: 2, linesRemoved: 0 });
    expect(compareTexts("a\nb", "", "word").stats).toEqual({ linesAdded: 0, linesRemoved: 2 });
    expect(compareTexts("a", "a\n", "line").stats).toEqual({ linesAdded: 1, linesRemoved: 1 });
    expect(compareTexts("", "", "line")).toEqual({
      hunks: [],
      stats: { linesAdded: 0, linesRemoved: 0 },
      isCoarse: false,
    });
  });

  const MEBIBYTE = 1_048_576;
  const filled = (line: (index: number) => string) => {
    let text = "";
    for (let index = 0; text.length < MEBIBYTE - 100; index++) text += line(index);
    return text;
  };
  const hard: readonly [name: string, from: string, to: string][] = [
    ["all lines of which differ", filled((index) => `line ${index}\n`), filled((index) => `other ${index}\n`)],
    ["of one line", "x y ".repeat(MEBIBYTE / 4), "y z ".repeat(MEBIBYTE / 4)],
    [
      "of one letter to a line",
      filled((index) => (index % 3 ? "\n" : "a\n")),
      filled((index) => (index % 5 ? "\n" : "b\n")),
    ],
    [
      "of the same lines in another order",
      filled((index) => `${(index * 7_919) % 40_009}\n`),
      filled((index) => `${index}\n`),
    ],
  ];
  test.each(hard)("of two texts of 1 MiB, %s, is coarse, says so, and is right", (_, from, to) => {
    for (const mode of ["line", "word"] as const) {
      const comparison = compareTexts(from, to, mode);
      if (mode === "word" || linesOf(from).length > 1) expect(comparison.isCoarse).toBe(true);
      expect(applied(from, comparison) === to).toBe(true);
    }
  });

  test("of a few edits in 1 MiB is exact", () => {
    const from = filled((index) => `line ${index}, with some words\n`);
    const to = from
      .replace("line 10,", "row 10,")
      .replace("line 20000,", "")
      .replace("line 5000, with", "line 5000, without");
    const comparison = compareTexts(from, to, "word");
    expect(comparison).toMatchObject({
      isCoarse: false,
      hunks: [{}, {}, {}],
      stats: { linesAdded: 3, linesRemoved: 3 },
    });
    expect(applied(from, comparison) === to).toBe(true);
  });
});
