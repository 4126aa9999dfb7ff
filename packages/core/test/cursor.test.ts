import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cursorSigner } from "../src/cursor.ts";

const signer = cursorSigner("a secret of at least 32 characters");
const position = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 3 });

describe("a cursor", () => {
  test("gives back the place it was made for, for the same list, and goes into a URL as it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), position, async (listing, place) => {
        const cursor = await signer.sign(listing, place);
        expect(cursor).toMatch(/^[\w.-]+$/);
        expect(await signer.verify(listing, cursor)).toEqual(place);
      }),
    );
  });

  test("is refused by another list, and under another secret", async () => {
    const other = cursorSigner("another secret of 32 characters too");
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), position, async (listing, another, place) => {
        const cursor = await signer.sign(listing, place);
        await expect(other.verify(listing, cursor)).rejects.toMatchObject({ code: "validation_failed" });
        if (another !== listing)
          await expect(signer.verify(another, cursor)).rejects.toMatchObject({ code: "validation_failed" });
      }),
    );
  });

  test("is refused with any one character changed, added or left out", async () => {
    const cursor = await signer.sign("list", ["2026-01-01T00:00:00.000Z", "/memories/a.md"]);
    const altered = [...cursor].flatMap((character, at) => [
      `${cursor.slice(0, at)}${character === "A" ? "B" : "A"}${cursor.slice(at + 1)}`,
      cursor.slice(0, at) + cursor.slice(at + 1),
      `${cursor.slice(0, at)}A${cursor.slice(at)}`,
      `${cursor.slice(0, at)}.${cursor.slice(at)}`,
    ]);
    for (const text of [
      ...altered,
      `${cursor}.`,
      `${cursor}.x`,
      `${cursor}=`,
      ` ${cursor}`,
      "",
      ".",
      "a",
      "..",
      cursor.split(".")[0] ?? "",
    ]) {
      await expect(signer.verify("list", text), text).rejects.toMatchObject({ code: "validation_failed" });
    }
  });
});
