import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ShownVersions } from "../src/anthropic/shown-versions.ts";

const paths = ["/memories/a", "/memories/a/b", "/memories/ab"] as const;
const spellings = ["/memories/a", "/memories//a/", "/memories/a/b", "/memories/a//b", "/memories/ab"] as const;
const spelling = fc.constantFrom(...spellings);
const step = fc.oneof(
  fc.record({
    who: fc.constant("model"),
    command: fc.constantFrom("view", "create", "str_replace", "insert", "delete"),
    path: spelling,
  }),
  fc.record({ who: fc.constant("model"), command: fc.constant("rename"), old_path: spelling, new_path: spelling }),
  fc.record({ who: fc.constant("other"), command: fc.constant("str_replace"), path: fc.constantFrom(...paths) }),
);

const canonical = (path: string) => path.replace(/\/+/g, "/").replace(/\/$/, "");

describe("the version an insert asks for", () => {
  test("is the current one exactly when the model knows the current text, whoever else writes in between", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const shown = new ShownVersions();
        const current = new Map<string, number>();
        /** The version whose text the model knows; a file it has never seen, or no longer names, is not in here. */
        const known = new Map<string, number>();
        for (const each of steps) {
          if (each.command === "rename" || each.command === "delete") {
            const named = each.command === "rename" ? [each.old_path, each.new_path] : [each.path];
            shown.record(each, undefined, undefined);
            for (const top of named.map(canonical)) {
              for (const path of paths) if (path === top || path.startsWith(`${top}/`)) known.delete(path);
            }
            continue;
          }
          const path = canonical(each.path);
          const version = current.get(path) ?? 1;
          if (each.who === "other") {
            current.set(path, version + 1);
            continue;
          }
          if (each.command === "insert") {
            expect(shown.expected(each, undefined)).toBe(known.get(path));
            if (known.has(path) && known.get(path) !== version) continue; // Refused by the API.
          } else {
            expect(shown.expected(each, undefined)).toBeUndefined();
          }
          const after = each.command === "view" ? version : version + 1;
          current.set(path, after);
          shown.record(each, path, after);
          const sees = each.command === "view" || each.command === "create" || known.get(path) === version;
          if (sees) known.set(path, after);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("is forgotten for the oldest of more than 10,000 files, and kept for those used last", () => {
    const shown = new ShownVersions();
    const insert = (path: string) => shown.expected({ command: "insert", path }, undefined);
    for (let file = 0; file < 10_000; file += 1) shown.record({ command: "view" }, `/memories/${file}`, 1);
    shown.record({ command: "view" }, "/memories/0", 2);
    shown.record({ command: "view" }, "/memories/new", 1);
    expect(insert("/memories/0")).toBe(2);
    expect(insert("/memories/1")).toBeUndefined();
    expect(insert("/memories/new")).toBe(1);
  });
});
