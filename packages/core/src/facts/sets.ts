export function intersectionOf(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set([...one].filter((term) => other.has(term)));
}

/** What one has and the other has not. */
export function differenceOf(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set([...one].filter((term) => !other.has(term)));
}

/** Common terms, as a share of all of both: 1 for the same, 0 for nothing in common. */
export function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = intersectionOf(one, other).size;
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}
