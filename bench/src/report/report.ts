import type { Compared } from "../beside/compare.ts";
import type { Measured } from "../run.ts";
import { besideTable } from "./beside-table.ts";
import { linesOf } from "./reading.ts";
import { figuresTable } from "./table.ts";

export interface Report {
  readonly machine: string;
  readonly measured: Measured;
  /** Nothing when it was not asked for. */
  readonly compared: readonly Compared[] | undefined;
  readonly rounds: number;
  readonly writers: { readonly bars: number; readonly beside: number };
}

/** All that was measured, in Markdown. */
export function reportText({ machine, measured, compared, rounds, writers }: Report): string {
  const { readings, skipped, dataSetSeconds } = measured;
  const parts = [
    `Measured ${machine} ${rounds} rounds, ${writers.bars} connections; data sets were built in ${Math.round(dataSetSeconds)} s.`,
    ...(readings.length > 0 ? [figuresTable(linesOf(readings))] : []),
    ...skipped.map(({ name, reason }) => `Not measured: ${name}. ${reason}`),
    ...(compared === undefined
      ? []
      : [`Beside, with ${writers.beside} agents that work at the same time:`, besideTable(compared)]),
  ];
  return `${parts.join("\n\n")}\n`;
}
