import { applyEdits } from "@stela/core/documents/apply-edits";
import type { Document, Edit } from "@stela/sdk";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effectsOf } from "../src/features/review/operations.ts";

const documentOf = (content: string): Document => ({ content, tags: ["kept"], pinned: false }) as unknown as Document;

describe("what a proposal would do", () => {
  test("edits make of a text what the API makes of it, or fit neither", () => {
    const words = fc.array(fc.constantFrom("a", "b", "\n", "aa"), { maxLength: 8 }).map((parts) => parts.join(""));
    const edit: fc.Arbitrary<Edit> = fc.oneof(
      fc.record({ oldStr: words.filter((text) => text !== ""), newStr: words }),
      fc.record({ insertLine: fc.nat(5), insertText: words }),
      fc.record({ append: words }),
    );
    fc.assert(
      fc.property(words, fc.array(edit, { minLength: 1, maxLength: 4 }), (content, edits) => {
        const [effect] = effectsOf([{ op: "edit", customId: "a", edits }], new Map([["a", documentOf(content)]]));
        const expected = applyEdits(content, edits as Parameters<typeof applyEdits>[1]);
        expect(effect?.problem === null ? effect.after : null).toBe(expected);
      }),
    );
  });

  test("each operation of a batch meets what those before it left", () => {
    const effects = effectsOf(
      [
        { op: "upsert", customId: "a", content: "one" },
        { op: "edit", customId: "a", edits: [{ append: " two" }] },
        { op: "rename", from: "a", to: "b" },
        { op: "delete", customId: "b" },
        { op: "edit", customId: "b", edits: [{ append: "x" }] },
      ],
      new Map(),
    );
    expect(effects.map(({ before, after }) => [before, after])).toEqual([
      [null, "one"],
      ["one", "one two"],
      ["one two", "one two"],
      ["one two", null],
      [null, null],
    ]);
    expect(effects.map(({ problem }) => problem !== null)).toEqual([false, false, false, false, true]);
  });

  test("fields are told with what they were, and those that stay are not", () => {
    const operation = { op: "upsert", customId: "a", tags: ["new"], pinned: false, category: "todo" } as const;
    const [effect] = effectsOf([{ ...operation, tags: [...operation.tags] }], new Map([["a", documentOf("x")]]));
    expect(effect?.fields).toEqual([
      { field: "tags", before: "kept", after: "new" },
      { field: "category", before: "none", after: "todo" },
    ]);
    expect([effect?.before, effect?.after]).toEqual(["x", "x"]);
  });
});
