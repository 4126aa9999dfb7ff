import { expect, test } from "vitest";
import vectors from "../../../../conformance/secrets.json" with { type: "json" };
import { scanForSecrets } from "../../src/secrets/scan.ts";

test("at least 98 of 100 secrets of the shared vectors are found", () => {
  const missed = vectors.positives.filter(({ text }) => scanForSecrets(text).length === 0);
  expect(missed.length / vectors.positives.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.02);
});

test("no line of the shared vectors' clean texts is taken for a secret", () => {
  expect(vectors.negatives.filter((text) => scanForSecrets(text).length > 0)).toEqual([]);
});
