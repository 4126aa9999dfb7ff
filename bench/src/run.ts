import type { Bar } from "./bars/bar.ts";
import type { Bench } from "./bench.ts";
import { buildDataSets } from "./data-sets/build.ts";
import type { Progress } from "./progress.ts";
import type { Reading } from "./report/reading.ts";

export interface Measured {
  readonly readings: readonly Reading[];
  /** What was left out, and why. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly dataSetSeconds: number;
}

/** Measures in rounds, in each of them one bar after another, so that a noisy minute hits all of them alike. */
export async function measureBars(bench: Bench, bars: readonly Bar[], progress: Progress): Promise<Measured> {
  const skipped: { name: string; reason: string }[] = [];
  const chosen: Bar[] = [];
  for (const bar of bars) {
    const reason = await bar.whyNot?.(bench);
    if (reason === undefined) chosen.push(bar);
    else skipped.push({ name: bar.name, reason });
  }
  const sets = [...new Set(chosen.flatMap(({ needs = [] }) => needs))];
  progress.step(`builds ${sets.map(({ title }) => title).join(", ") || "no data sets"}`);
  const startedMs = performance.now();
  await buildDataSets(bench, sets);
  const dataSetSeconds = (performance.now() - startedMs) / 1_000;
  for (const bar of chosen) {
    if (bar.prepare === undefined) continue;
    progress.step(`prepares ${bar.name}`);
    await bar.prepare(bench);
  }
  const readings = new Map(chosen.map((bar): [Bar, Reading[]] => [bar, []]));
  for (let round = 1; round <= bench.scale.rounds; round++) {
    for (const bar of chosen) {
      if (bar.isMeasuredOnce && round > 1) continue;
      progress.step(`round ${round} of ${bench.scale.rounds}: ${bar.name}`);
      readings.get(bar)?.push(...(await bar.measure(bench, round)));
    }
  }
  for (const bar of chosen) readings.get(bar)?.push(...((await bar.conclude?.(bench)) ?? []));
  return { readings: [...readings.values()].flat(), skipped, dataSetSeconds };
}
