import vectors from "../../../../conformance/memory-tool.json" with { type: "json" };

/** One case of the memory-tool contract: start from `files`, run every `input` in order, compare, then compare the whole store with `after`. */
export interface MemoryToolCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly input: unknown; readonly content: string; readonly is_error: boolean }[];
  readonly after: Readonly<Record<string, string>>;
}

export const memoryToolCases: readonly MemoryToolCase[] = vectors.cases as unknown as readonly MemoryToolCase[];
