import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveKey, hashKey, isWellFormedKey, keyPrefix, keyShard, mintKey } from "../src/keys.ts";

const BASE_62 = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
const key = fc.constantFrom("a", "test", "shard0123456789x").map((shard) => mintKey(shard, randomBytes));

describe("an API key", () => {
  test("is well-formed as it is made, and never the same twice", () => {
    const keys = Array.from({ length: 2_000 }, () => mintKey("a", randomBytes));
    expect(keys.every(isWellFormedKey)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("with any one character changed, left out, doubled or swapped with the next is none", () => {
    fc.assert(
      fc.property(key, (made) => {
        for (let at = 0; at < made.length; at++) {
          for (const character of [...BASE_62, "_", "-", " "]) {
            if (character !== made[at])
              expect(isWellFormedKey(made.slice(0, at) + character + made.slice(at + 1))).toBe(false);
          }
          expect(isWellFormedKey(made.slice(0, at) + made.slice(at + 1))).toBe(false);
          expect(isWellFormedKey(made.slice(0, at + 1) + made.slice(at))).toBe(false);
          const swapped = made.slice(0, at) + (made[at + 1] ?? "") + (made[at] ?? "") + made.slice(at + 2);
          if (swapped !== made) expect(isWellFormedKey(swapped)).toBe(false);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("is not well-formed with anything before or after it", () => {
    const made = mintKey("a", randomBytes);
    for (const text of [` ${made}`, `${made} `, `${made}\n`, `x${made}`, made.toUpperCase(), ""])
      expect(isWellFormedKey(text)).toBe(false);
  });

  test("uses every character as often as any other, whatever the bytes are like", () => {
    const counts = new Map<string, number>();
    const made = Array.from({ length: 2_000 }, () => mintKey("a", randomBytes).split("_")[2] ?? "");
    for (const character of made.join("")) counts.set(character, (counts.get(character) ?? 0) + 1);
    const expected = (2_000 * 40) / 62;
    expect(counts.size).toBe(62);
    // Five standard deviations: by chance once in a hundred thousand runs.
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected));
  });

  test("shows its shard and six characters, and is kept as its SHA-256", async () => {
    const made = mintKey("eu1", randomBytes);
    expect(keyPrefix(made)).toBe(made.slice(0, "stl_eu1_".length + 6));
    expect(await hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("a key made from an id and a salt", () => {
  const derived = fc.record({ secret: fc.string({ minLength: 1 }), id: fc.uuid(), salt: fc.string({ minLength: 1 }) });

  test("is a well-formed key of its shard, the same each time", () =>
    fc.assert(
      fc.asyncProperty(derived, async ({ secret, id, salt }) => {
        const made = await deriveKey(secret, "eu1", id, salt);
        expect(isWellFormedKey(made)).toBe(true);
        expect(keyShard(made)).toBe("eu1");
        expect(await deriveKey(secret, "eu1", id, salt)).toBe(made);
      }),
    ));

  test("is another for another secret, id or salt", async () => {
    const made = await Promise.all([
      deriveKey("secret", "a", "id", "salt"),
      deriveKey("secret2", "a", "id", "salt"),
      deriveKey("secret", "a", "id2", "salt"),
      deriveKey("secret", "a", "id", "salt2"),
      deriveKey("secret", "a", "idsalt", ""),
      deriveKey("secret", "a", "", "idsalt"),
    ]);
    expect(new Set(made).size).toBe(made.length);
  });
});
