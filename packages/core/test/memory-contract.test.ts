import { describe, expect, test } from "vitest";
import { ReferenceModel } from "../src/testing/reference-model.ts";
import { memoryToolCases } from "../src/testing/vectors.ts";

describe("the memory-tool contract, as pure functions", () => {
  test.each(memoryToolCases)("$name", ({ files, steps, after }) => {
    const model = new ReferenceModel(Object.entries(files).map(([path, text]) => [path.normalize("NFC"), text]));
    for (const { input, content, is_error } of steps) {
      expect(model.run(input)).toEqual({ content, isError: is_error });
    }
    expect(Object.fromEntries(model.files)).toEqual(after);
  });
});
