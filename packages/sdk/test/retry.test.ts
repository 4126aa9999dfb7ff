import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRetryable, parseRetryAfter, retryDelayMs } from "../src/retry.ts";

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("the wait before a retry", () => {
  test("is anything from nothing to twice as long each time, at most 8 seconds", () => {
    fc.assert(
      fc.property(fc.nat(40), random, (retry, drawn) => {
        const most = Math.min(8_000, 500 * 2 ** retry);
        expect(retryDelayMs(retry, undefined, () => drawn)).toBeCloseTo(drawn * most, 6);
      }),
    );
  });

  test("is never shorter than Retry-After, and at most half a second longer", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(60_000), random, (retry, retryAfterMs, drawn) => {
        const delay = retryDelayMs(retry, retryAfterMs, () => drawn);
        expect(delay).toBeGreaterThanOrEqual(retryAfterMs);
        expect(delay).toBeLessThanOrEqual(retryAfterMs + 500);
      }),
    );
  });

  test("is left to the caller when the server asks for more than a minute", () => {
    expect(retryDelayMs(0, 60_001, () => 0)).toBeNull();
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");

  test("is read as seconds", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (s) => {
        expect(parseRetryAfter(String(s), now)).toBe(s * 1_000);
      }),
    );
  });

  test("is read as an HTTP date, a past one as now", () => {
    const seconds = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(seconds, (s) => {
        const date = new Date(now + s * 1_000).toUTCString();
        expect(parseRetryAfter(date, now)).toBe(Math.max(0, s * 1_000));
      }),
    );
  });

  test.each([null, "", "soon", "-1"])("that is %j counts as none", (value) => {
    expect(parseRetryAfter(value, now) ?? 0).toBe(0);
  });
});

test("only answers that may be different next time are retried", () => {
  const retried = Array.from({ length: 500 }, (_, index) => 100 + index).filter((status) =>
    isRetryable(status, undefined),
  );
  expect(retried).toEqual([408, 429, 500, 502, 503, 504]);
  expect(isRetryable(429, "quota_exceeded")).toBe(false);
});
