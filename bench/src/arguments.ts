export interface BenchArguments {
  /** What to measure; empty is everything. */
  readonly names: readonly string[];
  /** Whether the table is written to the README. */
  readonly isWritten: boolean;
}

/** Thrown for arguments that make no sense; the message is one sentence for whoever typed them. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

/** Everything is measured and written down; some of it is only printed, unless `--write` is there. */
export function parseArguments(given: readonly string[], known: readonly string[]): BenchArguments {
  const options = given.filter((each) => each.startsWith("-"));
  const names = given.filter((each) => !each.startsWith("-"));
  const strange = options.find((option) => option !== "--write");
  if (strange !== undefined) throw new ArgumentError(`There is no option ${strange}; the only one is --write.`);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new ArgumentError(`There is nothing named ${unknown} to measure; there are ${known.join(", ")}.`);
  }
  return { names: [...new Set(names)], isWritten: names.length === 0 || options.length > 0 };
}
