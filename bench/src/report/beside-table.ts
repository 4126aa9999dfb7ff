import { COMPARED_CALLS, type Compared, type Kept, type Rate } from "../beside/compare.ts";
import { median } from "./figures.ts";
import { markdownTable } from "./table.ts";
import { significant } from "./verdict.ts";

/** Markdown: a column for each memory, a row for each call and for what became of the writes. */
export function besideTable(compared: readonly Compared[]): string {
  return markdownTable(
    ["", ...compared.map(({ name }) => name)],
    [
      ...COMPARED_CALLS.map((call) => [call, ...compared.map(({ rates }) => rateText(rates[call]))]),
      ["appends lost, writers of one note", ...compared.map(({ appends }) => keptText(appends))],
      ["creations lost, of notes of their own", ...compared.map(({ creations }) => keptText(creations))],
    ],
  );
}

function rateText(rate: Rate | undefined): string {
  if (rate === undefined) return "none";
  return `${significant(median(rate.perSecond))}/s${rate.failed === 0 ? "" : `, ${rate.failed} failed`}`;
}

function keptText({ acknowledged, lost, refused }: Kept): string {
  return `${lost} of ${acknowledged}${refused === 0 ? "" : `, ${refused} refused`}`;
}
