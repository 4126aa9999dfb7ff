import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTexts, type DiffRow } from "../src/components/compare-texts.ts";

const line = fc.oneof(
  fc.constantFrom("", "a", "one two", "发布会在五月。", "الإطلاق في مايو"),
  fc.string({ maxLength: 12 }),
);
/** So few lines that all of them are shown. */
const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join("\n"));

const textOf = (row: DiffRow) => (row.type === "gap" ? "" : row.parts.map((part) => part.text).join(""));
const without = (rows: readonly DiffRow[], type: DiffRow["type"]) =>
  rows.filter((row) => row.type !== type && row.type !== "gap").map(textOf);
const linesOf = (value: string) => (value === "" ? [] : value.replace(/\n$/, "").split("\n"));

describe("comparing two texts", () => {
  test("the one is what was not added, the other what was not removed, whatever they say", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        const { rows } = compareTexts(before, after);
        expect(without(rows, "added")).toEqual(linesOf(before));
        expect(without(rows, "removed")).toEqual(linesOf(after));
      }),
    );
  });

  test("no row for a text that stays the same", () => {
    fc.assert(fc.property(text, (same) => compareTexts(same, same).rows.length === 0));
  });

  test("marks the words that changed, a character where a script puts no spaces", () => {
    const marked = (before: string, after: string) =>
      compareTexts(before, after).rows.map((row) =>
        row.type === "gap" ? [] : row.parts.filter(({ isChanged }) => isChanged).map((part) => part.text),
      );
    expect(marked("launch in May.\n", "launch in June.\n")).toEqual([["May"], ["June"]]);
    expect(marked("发布会在五月。\n", "发布会在六月。\n")).toEqual([["五"], ["六"]]);
    expect(marked("nothing alike\n", "xyz\n")).toEqual([[], []]);
  });

  test("leaves out what is far from a change, and says where it goes on", () => {
    const lines = Array.from({ length: 100 }, (_, n) => `line ${n}`);
    const { rows } = compareTexts(lines.join("\n"), lines.with(50, "changed").join("\n"));
    expect(rows[0]).toEqual({ type: "gap", line: 48 });
    expect(rows).toHaveLength(9);
  });

  test("two texts of a megabyte with nothing in common are said to be replaced whole", () => {
    const of = (word: string) => Array.from({ length: 40_000 }, (_, n) => `${word} ${n} of all that is`).join("\n");
    const { isCoarse, linesAdded, linesRemoved } = compareTexts(of("old"), of("new"));
    expect({ isCoarse, linesAdded, linesRemoved }).toEqual({
      isCoarse: true,
      linesAdded: 40_000,
      linesRemoved: 40_000,
    });
  });
});
