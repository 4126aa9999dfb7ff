import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { besideTable } from "../src/report/beside-table.ts";
import { median, percentile, spread } from "../src/report/figures.ts";
import { linesOf, type Reading } from "../src/report/reading.ts";
import { withMeasurements } from "../src/report/readme.ts";
import { figuresTable } from "../src/report/table.ts";
import { targetText, verdict } from "../src/report/verdict.ts";

const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20 });

describe("figures", () => {
  test("as many values lie below the median as above it, in whatever order they came", () => {
    fc.assert(
      fc.property(values, (all) => {
        const middle = median(all);
        expect(all.filter((value) => value < middle).length).toBeLessThanOrEqual(all.length / 2);
        expect(all.filter((value) => value > middle).length).toBeLessThanOrEqual(all.length / 2);
        expect(median(all.toReversed())).toBe(middle);
      }),
    );
  });

  test("of an even number of values the median is between the two in the middle", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test("a percentile is a value that was measured, and at least its share is not above it", () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (all, share) => {
        const figure = percentile(all, share);
        expect(all).toContain(figure);
        expect(all.filter((value) => value <= figure).length).toBeGreaterThanOrEqual(share * all.length);
      }),
    );
    expect(percentile([5, 1, 4, 2, 3], 0.8)).toBe(4);
  });

  test("the spread is from the least to the greatest", () => {
    expect(spread([3, 1, 2])).toEqual([1, 3]);
  });
});

const reading = (value: number, rest: Partial<Reading> = {}): Reading => ({
  title: "view",
  unit: "per second",
  value,
  ...rest,
});
const line = (...readings: Reading[]) => linesOf(readings)[0] as ReturnType<typeof linesOf>[number];

describe("a verdict", () => {
  const f2 = (value: number) => ({ against: { name: "F2", value }, target: { atLeast: 0.75 } });

  test("is on the median of the rounds' own ratios, not on the ratio of medians", () => {
    // Of the medians, 100 and 200, the ratio is 0.5; two of three rounds had 0.8.
    const rounds = [reading(80, f2(100)), reading(100, f2(250)), reading(240, f2(300))];
    expect(verdict(line(...rounds))).toBe("holds");
  });

  test("tells by how much a ratio falls short", () => {
    expect(verdict(line(reading(61, f2(100))))).toBe("does not hold: 0.61 of 0.75");
    expect(verdict(line(reading(74.99, f2(100))))).toBe("does not hold: 0.7499 of 0.75");
    expect(verdict(line(reading(75, f2(100))))).toBe("holds");
  });

  test("without anything beside it is on the figure itself", () => {
    const atMost = { unit: "s", target: { atMost: 2 } } as const;
    expect(verdict(line(reading(2, atMost)))).toBe("holds");
    expect(verdict(line(reading(2.5, atMost)))).toBe("does not hold: 2.50 of 2");
    expect(targetText(line(reading(2, atMost)))).toBe("≤ 2 s");
  });

  test("on what must be exact is on every round", () => {
    const exactly = { unit: "count", target: { exactly: 1 } } as const;
    expect(verdict(line(reading(1, exactly), reading(1, exactly)))).toBe("holds");
    expect(verdict(line(reading(1, exactly), reading(2, exactly), reading(1, exactly)))).toBe("does not hold: 2 of 1");
  });

  test("is missing where nothing has to be reached, and never holds for what could not be told", () => {
    expect(verdict(line(reading(1)))).toBe("");
    expect(verdict(line(reading(Number.NaN, { target: { exactly: 1 } })))).toContain("does not hold");
    expect(verdict(line(reading(Number.NaN, { target: { atMost: 1 } })))).toContain("does not hold");
  });
});

describe("the tables", () => {
  test("have a line for each title, with median, spread and ratio", () => {
    const rest = { against: { name: "F2", value: 2_000 }, target: { atLeast: 0.5 } };
    const table = figuresTable(linesOf([reading(900, rest), reading(1_100, rest), reading(1_000.4, rest)]));
    expect(table.split("\n")).toEqual([
      "|  | median | spread | beside it | ratio | target | verdict |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      "| view | 1000/s | 900–1100 | F2: 2000/s | 0.50 (0.45–0.55) | ≥ 0.5 × F2 | holds |",
    ]);
  });

  test("tell of another memory what it lost, refused and does not have", () => {
    const kept = { acknowledged: 400, refused: 3, lost: 12 };
    const table = besideTable([
      {
        name: "it",
        rates: { read: { perSecond: [1, 3, 2], failed: 5 } },
        appends: kept,
        creations: { ...kept, refused: 0 },
      },
    ]);
    expect(table).toContain("| read | 2/s, 5 failed |");
    expect(table).toContain("| search | none |");
    expect(table).toContain("| appends lost, writers of one note | 12 of 400, 3 refused |");
    expect(table).toContain("| creations lost, of notes of their own | 12 of 400 |");
  });
});

describe("the page of measurements", () => {
  const page =
    "# Prose\n\n<!-- measured: written by `npm run bench` -->\n\nold\n\n<!-- end of what was measured -->\nmore prose\n";

  test("keeps the prose around what is replaced, and can be written again", () => {
    const once = withMeasurements(page, "new\n");
    expect(once).toBe(page.replace("old", "new"));
    expect(withMeasurements(once, "new")).toBe(once);
  });

  test("is not written where it has no place for them", () => {
    expect(() => withMeasurements("# Prose\n", "new")).toThrow("The page lacks the lines");
  });
});
