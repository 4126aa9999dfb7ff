import { describe, expect, test } from "vitest";
import { secretRules } from "../../src/secrets/rules.ts";
import { scanForSecrets } from "../../src/secrets/scan.ts";
import { carriers } from "./carriers.ts";
import { seeded } from "./random.ts";
import { lineShapes, tokenShapes } from "./shapes.ts";

const SEEDS = 200;

test("every rule has a shape that its tests are made from, and there are rules for far more than 60 services", () => {
  expect([...Object.keys(tokenShapes), ...Object.keys(lineShapes)].sort()).toEqual(
    secretRules.map((rule) => rule.id).sort(),
  );
  expect(secretRules.length).toBeGreaterThan(200);
});

describe("of 200 random secrets of every kind at least 198 are found, whole, in whatever text carries them", () => {
  test.each(Object.entries(tokenShapes))("%s", (_id, shape) => {
    const missed: string[] = [];
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = seeded(seed);
      const token = shape(random);
      const text = (carriers[seed % carriers.length] as (token: string) => string)(token);
      if (!isCovered(text, token)) missed.push(text);
    }
    expect(missed.length, missed.join("\n---\n")).toBeLessThanOrEqual(2);
  });

  test.each(Object.entries(lineShapes))("%s", (_id, shape) => {
    const missed: string[] = [];
    for (let seed = 0; seed < SEEDS; seed++) {
      const line = shape(seeded(seed));
      const text = seed % 2 === 0 ? line : `# 笔记\n\n${line}\n\nthen deploy`;
      if (scanForSecrets(text).length === 0) missed.push(text);
    }
    expect(missed.length, missed.join("\n---\n")).toBeLessThanOrEqual(2);
  });
});

describe("a secret found by its shape carries its own rule's name", () => {
  test.each(Object.entries(tokenShapes))("%s", (id, shape) => {
    const named = Array.from({ length: 50 }, (_, seed) =>
      scanForSecrets(`use ${shape(seeded(seed))} now`).map((finding) => finding.rule),
    );
    expect(named.filter((rules) => rules.length === 1 && rules[0] === id).length).toBeGreaterThanOrEqual(48);
  });
});

/** The finding covers the random part of the token; the address of a webhook or a fixed beginning may stay. */
function isCovered(text: string, token: string): boolean {
  const end = text.lastIndexOf(token.slice(-6)) + 6;
  return scanForSecrets(text).some((finding) => finding.start < end - 5 && finding.end >= end - 2);
}
