import { insertAfterLine, linesOf, occurrenceLines, replaceOnce } from "@stela/core/text";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { documentPath, newOrganization, type Organization } from "./organization.ts";

type Edit =
  | { readonly oldStr: string; readonly newStr?: string }
  | { readonly insertLine: number; readonly insertText: string }
  | { readonly append: string };

const pieces = [
  "a",
  "b",
  "aa",
  "ab",
  "\n",
  "\n",
  "\r\n",
  "\f",
  "\u2028",
  " ",
  "\t",
  "$&",
  "$1",
  "\\1",
  "\\n",
  "\\",
  "%",
  "_",
  "'",
  '"',
  "{",
  "}",
  ",",
  "NULL",
  "😀",
  "选",
  "é",
  "e\u0301",
  "\u{10ffff}",
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 10, size: "max" }).map((parts) => parts.join(""));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      oldStr: fc.oneof(
        fc.constantFrom(...pieces),
        text.filter((each) => each !== ""),
      ),
      newStr: text,
    }),
  },
  { weight: 1, arbitrary: fc.record({ oldStr: fc.constantFrom(...pieces) }) },
  { weight: 4, arbitrary: fc.record({ insertLine: fc.integer({ min: 0, max: 6 }), insertText: text }) },
  { weight: 2, arbitrary: fc.record({ append: text }) },
);

/** Edits of a text, half of whose replacements are of something that is there. */
const edited = fc
  .tuple(text, fc.array(fc.tuple(edit, fc.nat()), { minLength: 1, maxLength: 4 }))
  .map(([content, drawn]) => {
    const points = [...content];
    const edits = drawn.map(([each, choice]) => {
      const start = choice % (points.length + 1);
      const there = points.slice(start, start + 2 + (choice % 4)).join("");
      return "oldStr" in each && choice % 2 === 0 && there !== "" ? { ...each, oldStr: there } : each;
    });
    return { content, edits };
  });

/** What edits make of a text, by the functions that say what edits mean: the text, or the first refusal. */
function applied(content: string, edits: readonly Edit[]): { content: string } | Readonly<Record<string, unknown>> {
  let after = content;
  for (const [editIndex, each] of edits.entries()) {
    if ("append" in each) after += each.append;
    else if ("insertLine" in each) {
      const inserted = insertAfterLine(after, each.insertLine, each.insertText);
      if (inserted === null) return { reason: "no_such_line", editIndex, lines: linesOf(after).length };
      after = inserted;
    } else {
      const result = replaceOnce(after, each.oldStr, each.newStr ?? "");
      if (result.outcome === "absent") return { reason: "absent", editIndex };
      if (result.outcome === "ambiguous")
        return { reason: "ambiguous", editIndex, lines: occurrenceLines(after, each.oldStr) };
      after = result.content;
    }
  }
  return { content: after };
}

let organization: Organization;
beforeAll(async () => {
  organization = await newOrganization();
});

test("edits applied in the database are those of the functions on text, on random texts", async () => {
  let documents = 0;
  let changed = 0;
  const property = fc.asyncProperty(edited, async ({ content, edits }) => {
    const at = documentPath("edits", `d${documents++}`);
    const { body: before } = await organization.call("PUT", at, { body: { content } });
    const { status, body } = await organization.call("POST", `${at}/edits`, { body: { edits } });
    const expected = applied(content, edits);
    if ("content" in expected) {
      changed++;
      expect({ ...body, status }).toMatchObject({ status: 200, version: 2, ...expected });
      const bytes = new TextEncoder().encode(String(expected.content)).length;
      expect(body).toMatchObject({ bytes, lines: linesOf(String(expected.content)).length });
    } else {
      expect({ ...body, status }).toMatchObject({ status: 409, code: "conflict", ...expected });
      expect((await organization.call("GET", at)).body).toEqual(before);
    }
  });
  await fc.assert(property, { numRuns: 400 });
  expect(changed).toBeGreaterThan(40);
});
