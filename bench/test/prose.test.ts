import { scanForSecrets } from "@stela/core/secrets/scan";
import { expect, test } from "vitest";
import { createProse } from "../src/data-sets/prose.ts";
import { sampleQueries } from "../src/data-sets/queries.ts";
import { CHINESE, IDENTIFIERS } from "../src/data-sets/vocabulary.ts";

const texts = (seed: number, count = 150) => {
  const prose = createProse(seed);
  return Array.from({ length: count }, () => prose.document());
};

test("the same seed writes the same documents, and another one others", () => {
  expect(texts(1, 5)).toEqual(texts(1, 5));
  expect(texts(1, 5)).not.toEqual(texts(2, 5));
});

test("a document has 40 to 400 words, counting each Chinese one", () => {
  const chinese = new RegExp(CHINESE.join("|"), "g");
  for (const text of texts(3)) {
    const words = (text.replaceAll(chinese, " x ").match(/[^\s。]+/g) ?? []).length;
    expect(words).toBeGreaterThanOrEqual(40);
    expect(words).toBeLessThanOrEqual(400);
  }
});

test("words are as unevenly frequent as in a language, with identifiers and Chinese among them", () => {
  const all = texts(4).join(" ");
  const counts = Map.groupBy(all.toLowerCase().match(/[a-z]+/g) ?? [], (word) => word);
  const frequencies = [...counts.values()].map(({ length }) => length).sort((a, b) => b - a);
  const total = frequencies.reduce((sum, count) => sum + count, 0);
  expect((frequencies[0] ?? 0) / total).toBeGreaterThan(0.03);
  expect(frequencies.filter((count) => count === 1).length).toBeGreaterThan(frequencies.length / 4);
  expect(IDENTIFIERS.filter((identifier) => all.includes(identifier)).length).toBeGreaterThan(50);
  expect(CHINESE.every((word) => all.includes(word))).toBe(true);
});

test("no document looks as if it held a secret", () => {
  expect(texts(7).flatMap((text) => scanForSecrets(text))).toEqual([]);
});

test("queries are of every kind: words, phrases, identifiers, Chinese, parts, one character", () => {
  const queries = sampleQueries(100, 1);
  expect(queries).toEqual(sampleQueries(100, 1));
  for (const kind of [/^[a-z]+$/, /^\w+ \w+$/, /^\w+ \w+ \w+$/, /^\p{Script=Han}{4}$/u, /^\p{Script=Han}$/u, /[_./-]/])
    expect(queries.filter(({ query }) => kind.test(query)).length).toBeGreaterThan(0);
  expect(queries.filter(({ mode }) => mode === "substring")).toHaveLength(20);
});
