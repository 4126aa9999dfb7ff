import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIMITS } from "../src/limits.ts";
import { ReferenceModel } from "../src/testing/reference-model.ts";

const line = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.nat({ max: 9_000 }).map((length) => "x".repeat(length)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "\r",
      "\t",
      "😀".repeat(50),
      "[Truncated at 16000 characters: lines 1-2 of 3 are shown.]",
    ),
  },
);
const content = fc
  .array(
    line.map((each) => each.replaceAll("\n", " ")),
    { minLength: 1, maxLength: 60, size: "max" },
  )
  .map((lines) => lines.join("\n"));

function view(model: ReferenceModel, path: string, range?: readonly number[]): string {
  const answer = model.run({ command: "view", path, ...(range === undefined ? {} : { view_range: range }) });
  expect(answer.isError).toBe(false);
  return answer.content;
}

const unnumbered = (rows: readonly string[]) => rows.map((row) => row.slice(row.indexOf("\t") + 1));

describe("a file", () => {
  test("comes whole through as many views as its notes ask for, each within 16,000 characters of it", () => {
    fc.assert(
      fc.property(content, (text) => {
        const model = new ReferenceModel([["/memories/f", text]]);
        const shown: string[] = [];
        let range: number[] | undefined;
        for (;;) {
          const rows = view(model, "/memories/f", range).split("\n").slice(1);
          const note =
            /^\[Truncated at 16000 characters: lines (\d+)-(\d+) of (\d+) are shown\. Use view_range to read the rest\.\]$/.exec(
              rows.at(-1) ?? "",
            );
          const lines = unnumbered(note === null ? rows : rows.slice(0, -1));
          expect(lines.join("\n").length).toBeLessThanOrEqual(LIMITS.viewCharacters);
          expect(rows[0]?.slice(0, 7)).toBe(`${String(shown.length + 1).padStart(6)}\t`);
          shown.push(...lines);
          if (note === null) break;
          expect(note.slice(1)).toEqual([
            String(shown.length - lines.length + 1),
            String(shown.length),
            String(text.split("\n").length),
          ]);
          range = [shown.length + 1, -1];
        }
        expect(shown).toEqual(text.split("\n"));
      }),
    );
  });

  test("has in a view_range the lines it names and no others", () => {
    const small = fc.array(fc.constantFrom("a", "b", "", "c d"), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(small, fc.integer({ min: -3, max: 12 }), fc.integer({ min: -3, max: 12 }), (lines, first, last) => {
        const model = new ReferenceModel([["/memories/f", lines.join("\n")]]);
        const rows = view(model, "/memories/f", [first, last]).split("\n").slice(1);
        const start = Math.max(1, first);
        const expected = lines.slice(start - 1, last < 0 ? undefined : Math.max(start - 1, last));
        expect(rows).toEqual(
          expected.length === 0 ? [""] : expected.map((text, index) => `${String(start + index).padStart(6)}\t${text}`),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test("whose first line is too long is cut in it, never within a character", () => {
    for (const character of ["x", "😀", "选"]) {
      const model = new ReferenceModel([["/memories/f", `a${character.repeat(20_000)}\nnext`]]);
      const [, row = "", note] = view(model, "/memories/f").split("\n");
      expect(row.isWellFormed()).toBe(true);
      expect(row.length - 7).toBeGreaterThan(LIMITS.viewCharacters - 2);
      expect(row.length - 7).toBeLessThanOrEqual(LIMITS.viewCharacters);
      expect(note).toBe(
        "[Truncated at 16000 characters: line 1 of 2 is cut. Use view_range to read the lines after it.]",
      );
      expect(view(model, "/memories/f", [2, -1])).toContain("     2\tnext");
    }
  });
});

test("an edit's snippet is the changed line with up to two lines on either side, numbered as they are in the new file", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "", "c"), { minLength: 0, maxLength: 6 });
  const added = fc.array(fc.constantFrom("n", "", "m o"), { maxLength: 4 }).map((each) => each.join("\n"));
  fc.assert(
    fc.property(lines, lines, added, (before, after, text) => {
      const model = new ReferenceModel([["/memories/f", [...before, "OLD", ...after].join("\n")]]);
      const { content: answer } = model.run({
        command: "str_replace",
        path: "/memories/f",
        old_str: "OLD",
        new_str: text,
      });
      const whole = (model.files.get("/memories/f") ?? "").split("\n");
      const changed = before.length + 1;
      const first = Math.max(1, changed - 2);
      const expected = whole
        .slice(first - 1, changed + 2)
        .map((each, index) => `${String(first + index).padStart(6)}\t${each}`);
      expect(answer.split("\n").slice(1)).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

describe("a directory", () => {
  const sizes: readonly [number, string][] = [
    [0, "0B"],
    [1_023, "1023B"],
    [1_024, "1K"],
    [1_536, "1.5K"],
    [1_048_575, "1024.0K"],
    [1_048_576, "1M"],
  ];
  test.each(sizes)("shows a file of %i bytes as %s", (bytes, size) => {
    expect(
      view(new ReferenceModel([["/memories/f", "x".repeat(bytes)]]), "/memories")
        .split("\n")
        .at(-1),
    ).toBe(`${size}\t/memories/f`);
  });

  test("lists two levels, depth first, by name in code-point order, without what is hidden", () => {
    const name = fc.constantFrom("a", "a-b.txt", "ab", "B", "é", "\uff5e", "😀", ".git", "node_modules", "_");
    const files = fc.uniqueArray(
      fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(files, (drawn) => {
        const paths = drawn.filter((path) => !drawn.some((other) => other.startsWith(`${path}/`)));
        const rows = view(new ReferenceModel(paths.map((path) => [`/memories/${path}`, ""])), "/memories")
          .split("\n")
          .slice(2);
        const listed = rows.map((row) => row.split("\t")[1]?.slice("/memories/".length).replace(/\/$/, "") ?? "");
        const expected = new Set(
          paths
            .flatMap((path) =>
              path
                .split("/")
                .slice(0, 2)
                .map((_, level, names) => names.slice(0, level + 1)),
            )
            .filter((names) => names.every((each) => !each.startsWith(".") && each !== "node_modules"))
            .map((names) => names.join("/")),
        );
        expect(new Set(listed)).toEqual(expected);
        expect(listed.length).toBe(expected.size);
        // A directory comes before what is in it, and what is in it before its next sibling.
        const key = (path: string) => Buffer.from(path.replaceAll("/", "\u0000"));
        expect(listed).toEqual(listed.toSorted((a, b) => Buffer.compare(key(a), key(b))));
      }),
    );
  });
});
