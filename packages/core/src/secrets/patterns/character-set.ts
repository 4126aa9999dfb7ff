/** The first and the last code point of a range. */
export type Range = readonly [number, number];

/** Ranges in order that neither overlap nor touch. */
export type CharacterSet = readonly Range[];

const LAST = 0x10ffff;

export const WORD: CharacterSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];

/** `\d`, `\w`, `\s`: ASCII alone, as in RE2, but for the spaces of other scripts. */
export const CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: [[48, 57]],
  w: WORD,
  s: [
    [9, 13],
    [32, 32],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
};

export function normalized(ranges: readonly Range[]): CharacterSet {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function inverted(set: CharacterSet): CharacterSet {
  const gaps: Range[] = [];
  let from = 0;
  for (const [first, last] of set) {
    if (first > from) gaps.push([from, first - 1]);
    from = last + 1;
  }
  if (from <= LAST) gaps.push([from, LAST]);
  return gaps;
}

/** With the other case of each letter from A to Z. */
export function foldCase(ranges: readonly Range[]): CharacterSet {
  const others = ranges.flatMap(([first, last]): Range[] =>
    [
      [Math.max(first, 65) + 32, Math.min(last, 90) + 32] as const,
      [Math.max(first, 97) - 32, Math.min(last, 122) - 32] as const,
    ].filter(([from, to]) => from <= to),
  );
  return normalized([...ranges, ...others]);
}
