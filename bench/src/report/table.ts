import { median, spread } from "./figures.ts";
import type { Line, Unit } from "./reading.ts";
import { ratios, significant, targetText, verdict } from "./verdict.ts";

/** Markdown: a line for each figure, with the spread of its rounds and whether it reaches its target. */
export function figuresTable(lines: readonly Line[]): string {
  return markdownTable(
    ["", "median", "spread", "beside it", "ratio", "target", "verdict"],
    lines.map((line) => {
      const { title, unit, values, against } = line;
      return [
        title,
        withUnit(median(values), unit),
        values.length > 1 ? range(values, significant) : "",
        against === undefined ? "" : `${against.name}: ${withUnit(median(against.values), unit)}`,
        against === undefined ? "" : ratioText(line),
        targetText(line),
        verdict(line),
      ];
    }),
  );
}

/** @param rows each as long as the heads. Cells may hold anything but a line break. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [row(heads), row(heads.map(() => "---")), ...rows.map(row)].join("\n");
}

function ratioText(line: Line): string {
  const all = ratios(line);
  const digits = (ratio: number) => ratio.toFixed(2);
  return all.length > 1 ? `${digits(median(all))} (${range(all, digits)})` : digits(median(all));
}

function range(values: readonly number[], digits: (value: number) => string): string {
  const [least, most] = spread(values).map(digits);
  return least === most ? "" : `${least}–${most}`;
}

function withUnit(value: number, unit: Unit): string {
  if (unit === "count") return significant(value);
  return unit === "per second" ? `${significant(value)}/s` : `${significant(value)} ${unit}`;
}
