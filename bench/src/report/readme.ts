const BEGIN = "<!-- measured: written by `npm run bench` -->";
const END = "<!-- end of what was measured -->";

/** The page with what stands between its markers replaced; the prose around stays. */
export function withMeasurements(page: string, measurements: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`The page lacks the lines ${BEGIN} and ${END}.`);
  return `${page.slice(0, from)}${BEGIN}\n\n${measurements.trim()}\n\n${page.slice(to)}`;
}
