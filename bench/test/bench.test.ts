import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allBars } from "../src/bars/all.ts";
import type { Bench, Scale } from "../src/bench.ts";
import { compare } from "../src/beside/compare.ts";
import { linesOf } from "../src/report/reading.ts";
import { reportText } from "../src/report/report.ts";
import { verdict } from "../src/report/verdict.ts";
import { measureBars } from "../src/run.ts";
import { createStack } from "../src/stack/stack.ts";

const TINY: Scale = {
  rounds: 2,
  writers: 2,
  sliceMs: 20,
  samples: 10,
  files: 400,
  fewFiles: 100,
  pageRows: 50,
  documents: 50,
  treeFiles: 20,
  editsEach: 3,
  scanBytes: 10_000,
  starts: 1,
  beside: { writers: 2, sliceMs: 20, appendsEach: 2, filesEach: 2 },
};

const stack = createStack();
const silent = { step: () => {}, end: () => {} };
let bench: Bench;
beforeAll(async () => {
  bench = await stack.start(TINY);
});
afterAll(() => stack.stop());

test("every bar measures something, and what must be exact is", async () => {
  const bars = allBars();
  const { readings, skipped } = await measureBars(bench, bars, silent);
  const lines = linesOf(readings);
  for (const { title, values } of lines)
    expect({ title, isMeasured: values.every(Number.isFinite) }).toEqual({ title, isMeasured: true });
  const exact = lines.filter(({ target }) => target !== undefined && "exactly" in target);
  expect(exact.length).toBeGreaterThan(10);
  for (const line of exact) expect([line.title, verdict(line)]).toEqual([line.title, "holds"]);
  for (const { name, reason } of skipped)
    expect([name, reason]).toEqual(["search", "The API has no route POST /v1/search yet."]);
});

test("every memory beside it is measured, and Stela loses nothing", async () => {
  const compared = await compare(bench, silent);
  expect(compared.map(({ rates }) => Object.keys(rates).length >= 4)).toEqual([true, true, true, true]);
  expect(compared[0]).toMatchObject({
    name: "Stela",
    appends: { acknowledged: 8, refused: 0, lost: 0 },
    creations: { acknowledged: 8, refused: 0, lost: 0 },
  });
  const text = reportText({
    machine: "here",
    measured: { readings: [], skipped: [], dataSetSeconds: 1 },
    compared,
    rounds: 2,
    writers: { bars: 2, beside: 2 },
  });
  expect(text).toContain("| append |");
});

test("once stopped it leaves no folder behind", async () => {
  await stack.stop();
  expect(existsSync(bench.folder)).toBe(false);
});
