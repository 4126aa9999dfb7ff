import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uuidV7 } from "../src/ids.ts";

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const chance = fc.uint8Array({ minLength: 10, maxLength: 10 });

describe("a UUIDv7", () => {
  test("has the form, the version and the variant of RFC 9562", () => {
    fc.assert(
      fc.property(time, chance, (now, random) => {
        expect(uuidV7(now, random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });

  test("sorts by its time, and holds it to the millisecond", () => {
    fc.assert(
      fc.property(time, time, chance, chance, (first, second, a, b) => {
        const [left, right] = [uuidV7(first, a), uuidV7(second, b)];
        if (first !== second) expect(left < right).toBe(first < second);
        expect(Number.parseInt(left.replaceAll("-", "").slice(0, 12), 16)).toBe(first);
      }),
    );
  });

  test("differs by its chance within a millisecond", () => {
    const ids = Array.from({ length: 10_000 }, () => uuidV7(1, randomBytes(10)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is the example of RFC 9562, appendix A.6", () => {
    const random = Uint8Array.of(0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f);
    expect(uuidV7(0x017f22e279b0, random)).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  });
});
