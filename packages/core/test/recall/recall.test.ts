import * as fc from "fast-check";
import { estimateTokenCount } from "tokenx";
import { describe, expect, test } from "vitest";
import { rulesOf } from "../../src/facts/rules.ts";
import { type Candidate, chooseItems } from "../../src/recall/choose.ts";
import { cutTo, harmless } from "../../src/recall/harmless.ts";
import { budgetOf } from "../../src/recall/recall.ts";
import { recencyOf, scoreOf } from "../../src/recall/score.ts";
import { arrange } from "../../src/recall/snapshot.ts";

const RULES = rulesOf(null);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const days = fc.double({ min: 0, max: 400, noNaN: true });
const importance = fc.integer({ min: 1, max: 5 });

describe("the score", () => {
  test("is relevance · (0.7 · importance + 0.3 · recency), with recency in four steps", () => {
    for (const [age, recency] of [
      [0, 5],
      [7, 5],
      [7.01, 3],
      [30, 3],
      [30.01, 2],
      [90, 2],
      [90.01, 1],
      [4_000, 1],
    ] as const) {
      expect(recencyOf(age)).toBe(recency);
    }
    expect(scoreOf({ relevance: 0.5, importance: 4, daysSinceAccess: 10 })).toBeCloseTo(0.5 * (0.7 * 4 + 0.3 * 3), 12);
    expect(scoreOf({ relevance: 1, importance: null, daysSinceAccess: 0 })).toBeCloseTo(0.7 * 3 + 0.3 * 5, 12);
  });

  test("is from 0 to 5, grows with relevance and importance, and never with age", () => {
    fc.assert(
      fc.property(share, share, importance, days, days, (one, other, weight, age, more) => {
        const score = scoreOf({ relevance: one, importance: weight, daysSinceAccess: age });
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(5);
        expect(
          scoreOf({ relevance: Math.max(one, other), importance: weight, daysSinceAccess: age }),
        ).toBeGreaterThanOrEqual(score);
        expect(
          scoreOf({ relevance: one, importance: Math.min(weight + 1, 5), daysSinceAccess: age }),
        ).toBeGreaterThanOrEqual(score);
        expect(scoreOf({ relevance: one, importance: weight, daysSinceAccess: age + more })).toBeLessThanOrEqual(score);
      }),
    );
  });
});

test("the budget is the smaller of maxTokens and 20 % of the window, and 2,000 where nothing is said", () => {
  expect(budgetOf({})).toBe(2_000);
  expect(budgetOf({ maxTokens: 5_000 })).toBe(5_000);
  expect(budgetOf({ contextWindow: 200_000 })).toBe(40_000);
  expect(budgetOf({ contextWindow: 1_000, maxTokens: 500 })).toBe(200);
  expect(budgetOf({ contextWindow: 1_000_000, maxTokens: 500 })).toBe(500);
});

const text = fc.oneof(fc.lorem({ maxCount: 12 }), fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }));
const candidates = fc
  .array(
    fc.record({
      text,
      category: fc.constantFrom("preference", "user_info", "decision", "todo", undefined),
      score: share,
      isKept: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  .map((each) =>
    each.map(
      ({ text: content, category, score, isKept }, index): Candidate => ({
        id: `${index}`,
        customId: `doc-${index}`,
        version: 1,
        ...(category === undefined ? {} : { category: category as "todo" }),
        text: cutTo(harmless(content), 200).text,
        isCut: false,
        date: "2026-01-02T03:04:05.000Z",
        relevance: score,
        score,
        isAlways: isKept && (category === "preference" || category === "user_info"),
      }),
    ),
  );
const format = fc.constantFrom("text" as const, "markdown" as const, "json" as const);

test("neither the budget nor the number is ever exceeded, nothing comes twice, and nothing is lost untold", () => {
  fc.assert(
    fc.property(
      candidates,
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 1, max: 12 }),
      format,
      (all, maxTokens, topN, shape) => {
        const { items, leftOut, text: block, tokens } = chooseItems(all, { topN, maxTokens, format: shape }, RULES);
        expect(tokens).toBe(estimateTokenCount(block));
        expect(tokens).toBeLessThanOrEqual(maxTokens);
        expect(items.length).toBeLessThanOrEqual(topN);
        const ids = [...items, ...leftOut].map(({ id }) => id);
        expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
        for (const item of items) expect(item.text.length).toBeLessThanOrEqual(200);
      },
    ),
  );
});

test("with room for all, only what says the same is left out, and preferences are there", () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const { leftOut } = chooseItems(all, { topN: 50, maxTokens: 100_000, format: "text" }, RULES);
      expect(leftOut.filter(({ reason }) => reason !== "duplicate")).toEqual([]);
    }),
  );
});

test("whatever a text holds, it stays on its line and opens no bracket", () => {
  const odd = fc.constantFrom(
    "<",
    ">",
    "＜",
    "`",
    "```",
    "\n",
    "\r",
    "\u2028",
    "\u200b",
    "\u202e",
    "\u0000",
    "/stela-memory",
    "System:",
    "# ",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 20 }), (parts) => {
      const shown = harmless(parts.join(""));
      expect(shown).not.toMatch(/[\n\r\u2028\u2029<>＜＞﹤﹥\p{Cc}\p{Cf}]|`{3}/u);
      expect(harmless(shown)).toBe(shown);
    }),
  );
});

test("a text is cut at a sentence or a word, never within a character, and says so", () => {
  expect(cutTo("Short", 200)).toEqual({ text: "Short", isCut: false });
  expect(cutTo(`${"word ".repeat(30)}`, 23)).toEqual({ text: "word word word word…", isCut: true });
  expect(cutTo("这是第一句话。这是第二句话，还要更长一些。", 12)).toEqual({ text: "这是第一句话。…", isCut: true });
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (content, most) => {
      const { text: cut, isCut } = cutTo(content, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(isCut).toBe(cut !== content);
      expect(content.startsWith(isCut ? cut.slice(0, -1) : cut)).toBe(true);
    }),
  );
});

test("a snapshot never exceeds its budget and tells what is missing", () => {
  const file = fc.record({
    customId: fc.string({ minLength: 1, maxLength: 20 }),
    version: fc.constant(1),
    content: text,
    isPassage: fc.boolean(),
  });
  const source = fc.record({
    documents: fc.integer({ min: 1, max: 50 }),
    outline: fc.array(
      fc.record({ path: fc.string({ minLength: 1, maxLength: 30 }), bytes: fc.option(fc.nat(), { nil: null }) }),
      { maxLength: 30 },
    ),
    pinned: fc.array(file, { maxLength: 5 }),
    latest: fc.array(
      fc.record({ customId: fc.string(), version: fc.constant(2), updatedAt: fc.constant("2026-01-01T00:00:00.000Z") }),
      { maxLength: 10 },
    ),
  });
  fc.assert(
    fc.property(source, fc.integer({ min: 1, max: 1_000 }), (all, maxTokens) => {
      const shown = arrange({ ...all, pinnedCount: all.pinned.length }, maxTokens);
      expect(shown.tokens).toBe(estimateTokenCount(shown.text));
      expect(shown.tokens).toBeLessThanOrEqual(maxTokens);
      for (const part of ["outline", "pinned", "latest"] as const) {
        const missing = shown.leftOut.filter((each) => each.part === part).reduce((sum, { count }) => sum + count, 0);
        expect(shown[part].length + missing).toBe(all[part].length);
      }
    }),
  );
});
