import { createHash, randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A key in the form of security.md. */
export function newDemoKey(): string {
  const random = Array.from({ length: 40 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `stl_0_${random}_${checksum(random)}`;
}

export function keyHash(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

function checksum(text: string): string {
  const digest = createHash("sha256").update(text).digest();
  return Array.from({ length: 6 }, (_, index) => ALPHABET[(digest[index] ?? 0) % ALPHABET.length]).join("");
}
