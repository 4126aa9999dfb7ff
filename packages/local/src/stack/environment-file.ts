/**
 * The text of a `.env` file. Values are in single quotes, which no value of ours holds; a `$`, which wrangler would take
 * for the start of a variable's name, is percent-encoded, as every value that may hold one is a URL.
 */
export function environmentFile(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(
    ([name, value]) => `${name}='${value.replaceAll("$", "%24").replaceAll("'", "%27")}'`,
  );
  return `${lines.join("\n")}\n`;
}
