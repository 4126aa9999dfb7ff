import { LIMITS } from "../limits.ts";
import type { Outcome } from "./outcome.ts";

/** The entries a `view_range` asks for when a listing is too long to be shown whole: 1-based, `last` included. */
export function listingWindow(range: readonly [number, number] | null): { first: number; last: number } {
  const first = Math.max(1, range?.[0] ?? 1);
  const end = range === null || range[1] < 0 ? Number.POSITIVE_INFINITY : range[1];
  return { first, last: Math.min(end, first + LIMITS.viewEntries - 1) };
}

/** Words a directory. Sizes and line shapes are those of memory-tool.md. */
export function wordListing(
  directory: string,
  range: readonly [number, number] | null,
  listing: Extract<Outcome, { outcome: "directory" }>,
): string {
  const fits = listing.counted <= LIMITS.viewEntries;
  const { first, last } = fits ? { first: 1, last: LIMITS.viewEntries } : listingWindow(range);
  const shown = listing.entries.filter(({ place }) => place >= first && place <= last);
  const rows = shown.map(({ path, bytes }) => (bytes === null ? `4K\t${path}/` : `${size(bytes)}\t${path}`));
  const lastShown = shown.at(-1)?.place;
  if (lastShown !== undefined && lastShown < listing.counted) {
    const next = `[${lastShown + 1}, ${lastShown + LIMITS.viewEntries}]`;
    rows.push(`[Truncated at entry ${lastShown}. View a subdirectory, or use view_range ${next} to list more.]`);
  }
  return [
    `Here're the files and directories up to 2 levels deep in ${directory}, excluding hidden items and node_modules:`,
    `4K\t${directory}`,
    ...rows,
  ].join("\n");
}

/** `0B`, `1023B`, `1K`, `1.5K`, `1.2M`: one decimal unless it is a whole number of units, as Anthropic's local tool prints it. */
function size(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  const [amount, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "K"] : [bytes / (1024 * 1024), "M"];
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)}${unit}`;
}
