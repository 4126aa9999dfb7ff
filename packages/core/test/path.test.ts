import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIMITS } from "../src/limits.ts";
import { canonicalPath, directoriesAbove, PathError } from "../src/path.ts";
import { byteLength } from "../src/text.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "/",
    "//",
    ".",
    "..",
    "\\",
    "%",
    "%2",
    "%2e",
    "%2E",
    "%25",
    "%2f",
    "%5c",
    "%00",
    "%252e",
    "%7f",
    "%80",
    "%zz",
    "\0",
    "\u0085",
  ),
  fc.constantFrom("a", "memories", "e\u0301", "é", "😀", "选", " ", "_", "\u202e", "x".repeat(400)),
  fc.string({ unit: "grapheme", maxLength: 4 }),
);
const path = fc.array(piece, { maxLength: 8 }).map((pieces) => `/memories/${pieces.join("")}`);

/** The canonical form, or null where it is refused. */
function canonical(sent: string): string | null {
  try {
    return canonicalPath(sent);
  } catch (error) {
    if (error instanceof PathError) return null;
    throw error;
  }
}

/** Undoes one escape at a time, wherever the first one is, until there is none. */
function undoEscapesNaively(text: string): string {
  const next = text.replace(/%([0-7][0-9a-fA-F])/, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return next === text ? text : undoEscapesNaively(next);
}

describe("a path's canonical form", () => {
  test("is its own canonical form", () => {
    fc.assert(
      fc.property(path, (sent) => {
        const once = canonical(sent);
        if (once !== null) expect(canonical(once)).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });

  test("stays beneath /memories, however often it is decoded, and holds nothing that is not a name", () => {
    fc.assert(
      fc.property(path, (sent) => {
        const once = canonical(sent);
        if (once === null) return;
        expect(once).toMatch(/^\/memories(\/[^/]+)*$/);
        expect(byteLength(once)).toBeLessThanOrEqual(LIMITS.customIdBytes);
        expect(once).toBe(once.normalize("NFC"));
        const decoded = undoEscapesNaively(once);
        expect(decoded).not.toMatch(/[\\\p{Cc}]/u);
        expect(decoded.split("/").filter((name) => name === "." || name === "..")).toEqual([]);
        expect(decoded.split("/").length).toBe(once.split("/").length);
      }),
      { numRuns: 3_000 },
    );
  });

  test("is refused when undoing escapes one by one shows a step up, a control character or a new slash, and only then or when it is too long", () => {
    fc.assert(
      fc.property(path, (sent) => {
        const decoded = undoEscapesNaively(sent);
        const isTrick =
          decoded.split(/[/\\]/).some((name) => name === "." || name === "..") ||
          /[\\\p{Cc}]/u.test(decoded) ||
          decoded.split("/").length !== sent.split("/").length;
        const isTooLong = byteLength(sent.replaceAll(/\/+/g, "/").replace(/\/$/, "").normalize("NFC")) > 1_024;
        expect(canonical(sent) === null).toBe(isTrick || isTooLong);
      }),
      { numRuns: 3_000 },
    );
  });

  test("is found in time that grows with its length, of the longest escapes too", () => {
    const sent = `/memories/${"%25".repeat(100_000)}2e`;
    expect(() => canonicalPath(sent)).toThrow(PathError);
  });

  test.each([
    "/memoriesX",
    "/memorie",
    "memories/a",
    "",
    "/",
    "/memories\0",
    "//memories/a",
    "/Memories/a",
    " /memories/a",
  ])("is none for %j", (sent) => {
    expect(() => canonicalPath(sent)).toThrow(`Error: Path must start with /memories, got: ${sent}`);
  });
});

test("the directories above a path are its beginnings, the root's own left out", () => {
  const names = fc.array(fc.constantFrom("a", "b c", "选", "%2"), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(names, (segments) => {
      const above = segments.slice(0, -1).map((_, index) => `/memories/${segments.slice(0, index + 1).join("/")}`);
      expect(directoriesAbove(`/memories/${segments.join("/")}`)).toEqual(above);
    }),
  );
});
