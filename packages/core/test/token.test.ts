import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SCOPES } from "../src/keys.ts";
import { isToken, signToken, verifyToken } from "../src/token.ts";

const SECRET = "s".repeat(32);
const NOW_MS = Date.parse("2026-01-01T00:00:00Z");

const claims = fc.record({
  tokenId: fc.uuid(),
  keyId: fc.uuid(),
  person: fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 })),
  scopes: fc.subarray([...SCOPES]),
  containers: fc.array(fc.string({ minLength: 1, maxLength: 128 }), { maxLength: 32 }),
  expiresAt: fc.constant("2026-01-01T00:01:00.000Z"),
  shard: fc.constantFrom("a", "eu1"),
});

describe("a token", () => {
  test("gives back what was signed, until its time is up, to who has the secret", () =>
    fc.assert(
      fc.asyncProperty(claims, async (signed) => {
        const token = await signToken(SECRET, signed);
        expect(isToken(token)).toBe(true);
        expect(token).toMatch(/^[\x21-\x7e]+$/);
        expect(await verifyToken(SECRET, token, NOW_MS)).toEqual(signed);
        expect(await verifyToken(SECRET, token, NOW_MS + 59_999)).toEqual(signed);
        expect(await verifyToken(SECRET, token, NOW_MS + 60_000)).toBe(null);
        expect(await verifyToken("t".repeat(32), token, NOW_MS)).toBe(null);
      }),
    ));

  test("with any one character changed, left out or added is none", () =>
    fc.assert(
      fc.asyncProperty(claims, fc.nat(), fc.constantFrom(..."Aa0_-.=Zz9"), async (signed, place, character) => {
        const token = await signToken(SECRET, signed);
        const at = "stt_".length + (place % (token.length - "stt_".length));
        const before = token.slice(0, at);
        const changed = [
          before + character + token.slice(at + 1),
          before + token.slice(at + 1),
          before + character + token.slice(at),
        ];
        for (const text of changed.filter((each) => each !== token)) {
          expect(await verifyToken(SECRET, text, NOW_MS)).toBe(null);
        }
      }),
    ));

  test("is none of other texts", async () => {
    for (const text of ["", "stt_", "stt_.", "stt_..", "stt_e30", "stt_e30.", "stt_.e30", "stt_选.选", "nonsense"]) {
      expect(await verifyToken(SECRET, text, NOW_MS)).toBe(null);
    }
  });
});
