/** A seeded source of strings, so that a failing case can be run again from its seed. */
export interface Random {
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  from(alphabet: string, length: number): string;
  b62(length: number): string;
  b64url(length: number): string;
  b64(length: number): string;
  hex(length: number): string;
  digits(length: number): string;
  lower(length: number): string;
  base32(length: number): string;
  uuid(): string;
}

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();

export function seeded(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  };
  const from = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join("");
  const hex = (length: number) => from(`${DIGITS}abcdef`, length);
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    from,
    b62: (length) => from(LOWER + UPPER + DIGITS, length),
    b64url: (length) => from(`${LOWER}${UPPER}${DIGITS}-_`, length - 1) + from(LOWER + UPPER + DIGITS, 1),
    b64: (length) => from(`${LOWER}${UPPER}${DIGITS}+/`, length),
    hex,
    digits: (length) => from(DIGITS, length),
    lower: (length) => from(LOWER + DIGITS, length),
    base32: (length) => from(UPPER + DIGITS, length),
    uuid: () => [8, 4, 4, 4, 12].map(hex).join("-"),
  };
}
