import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { containerTagOf } from "../src/anthropic/container-tag.ts";
import { StelaError } from "../src/index.ts";

describe("the container of a tool", () => {
  test.each([
    [{}, "claude_memory"],
    [{ containerTag: "user:42" }, "user:42"],
    [{ projectId: "apollo" }, "sm_project_apollo"],
    [{ projectId: "apollo", memoryContainerTag: "claude_memory" }, "sm_project_apollo"],
    [{ projectId: "apollo", memoryContainerTag: "notes" }, "sm_project_apollo::notes"],
    [{ containerTags: ["user-7"] }, "user-7"],
    [{ containerTags: ["org-1", "user-7"] }, "org-1::user-7"],
    [{ containerTags: ["user-7"], memoryContainerTag: "notes" }, "user-7::notes"],
    [{ memoryContainerTag: "notes" }, "notes"],
    [
      { containerTag: "user:42", projectId: undefined, containerTags: undefined, memoryContainerTag: undefined },
      "user:42",
    ],
  ])("of %j is %s", (options, tag) => {
    expect(containerTagOf(options as object)).toBe(tag);
  });

  test.each([
    [{ containerTag: "a", projectId: "b" }],
    [{ containerTag: "a", containerTags: ["a"] }],
    [{ containerTag: "a", memoryContainerTag: "a" }],
    [{ projectId: "a", containerTags: ["b"] }],
    [{ containerTag: undefined }],
    [{ projectId: undefined }],
    [{ memoryContainerTag: "notes", containerTag: undefined }],
    [{ containerTag: "a", projectId: "" }],
    [{ projectId: null }],
    [{ projectId: "" }],
    [{ containerTags: [] }],
    [{ containerTags: ["a", ""] }],
    [{ containerTags: ["a", undefined] }],
    [{ containerTag: "a/b" }],
    [{ containerTag: ".." }],
    [{ containerTag: "x".repeat(129) }],
    [{ projectId: "x".repeat(128) }],
    [{ containerTags: ["a::b"] }],
    [{ containerTags: ["a:", "b"] }],
  ])("is not guessed from %j", (options) => {
    expect(() => containerTagOf(options as object)).toThrow(StelaError);
  });

  test("differs for different lists of tags", () => {
    const tag = fc.stringMatching(/^[ab:]{1,3}$/);
    const tags = fc.array(tag, { minLength: 1, maxLength: 3 });
    const tagOf = (containerTags: string[]) => {
      try {
        return containerTagOf({ containerTags });
      } catch {
        return null;
      }
    };
    fc.assert(
      fc.property(tags, tags, (one, other) => {
        const [a, b] = [tagOf(one), tagOf(other)];
        fc.pre(a !== null && b !== null);
        expect(a === b).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { numRuns: 2_000 },
    );
  });
});
