import { median } from "./figures.ts";
import type { Line, Target, Unit } from "./reading.ts";

/** Of each round, what was measured divided by what was measured beside it. */
export function ratios({ values, against }: Line): number[] {
  return values.map((value, round) => value / (against?.values[round] ?? 1));
}

/** `holds`, or how far it is from holding; nothing for a line without a target. */
export function verdict(line: Line): string {
  const { target, against } = line;
  if (target === undefined) return "";
  const judged = ratios(line);
  const figure =
    "exactly" in target ? (judged.find((each) => each !== target.exactly) ?? target.exactly) : median(judged);
  if (reaches(figure, target)) return "holds";
  const told = against === undefined ? significant(figure) : figure.toFixed(2);
  // A near miss is told with the digits that make it one.
  return `does not hold: ${Number(told) === goal(target) ? figure.toFixed(4) : told} of ${goal(target)}`;
}

/** As a reader of the table is told it: `≥ 0.75 × F2`. */
export function targetText({ target, against, unit }: Line): string {
  if (target === undefined) return "";
  const sign = "atLeast" in target ? "≥ " : "atMost" in target ? "≤ " : "exactly ";
  return `${sign}${goal(target)}${against === undefined ? ofUnit(unit) : ` × ${against.name}`}`;
}

export function significant(value: number): string {
  if (!Number.isFinite(value)) return "none";
  return Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toPrecision(3);
}

function ofUnit(unit: Unit): string {
  return unit === "count" ? "" : unit === "per second" ? "/s" : ` ${unit}`;
}

function reaches(figure: number, target: Target): boolean {
  if ("atLeast" in target) return figure >= target.atLeast;
  if ("atMost" in target) return figure <= target.atMost;
  return figure === target.exactly;
}

function goal(target: Target): number {
  return "atLeast" in target ? target.atLeast : "atMost" in target ? target.atMost : target.exactly;
}
