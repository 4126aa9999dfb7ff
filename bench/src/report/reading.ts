export type Unit = "per second" | "ms" | "s" | "KiB" | "MiB/s" | "count";

/** What a figure must reach: of its ratio where it is measured against something, else of itself. */
export type Target = { readonly atLeast: number } | { readonly atMost: number } | { readonly exactly: number };

/** One measurement of one round. Readings with the same title make one line of the table. */
export interface Reading {
  readonly title: string;
  readonly unit: Unit;
  readonly value: number;
  /** What was measured beside it, in the same round and unit. */
  readonly against?: { readonly name: string; readonly value: number };
  readonly target?: Target;
}

/** All readings of one title, in the order in which they were taken. */
export interface Line {
  readonly title: string;
  readonly unit: Unit;
  readonly values: number[];
  readonly against?: { readonly name: string; readonly values: number[] };
  readonly target?: Target;
}

export function linesOf(readings: readonly Reading[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { title, unit, value, against, target } of readings) {
    const line = lines.get(title) ?? {
      title,
      unit,
      values: [],
      ...(against && { against: { name: against.name, values: [] } }),
      ...(target && { target }),
    };
    lines.set(title, line);
    line.values.push(value);
    if (against) line.against?.values.push(against.value);
  }
  return [...lines.values()];
}
