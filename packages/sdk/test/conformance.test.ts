import { afterAll, beforeAll, describe, expect, test } from "vitest";
import vectors from "../../../conformance/memory-tool.json" with { type: "json" };
import { createClaudeMemoryTool } from "../src/anthropic/index.ts";
import type { Operation, Stela } from "../src/index.ts";
import { Agent } from "./agent.ts";
import { freshContainerTag, stelaUnderTest } from "./stela-under-test.ts";

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly input: unknown; readonly content: string; readonly is_error: boolean }[];
  readonly after: Readonly<Record<string, string>>;
}

const cases = vectors.cases as unknown as Case[];
const COMMANDS_IN_ONE_REPLY = 5;

let agent: Agent;
let stela: Stela;

beforeAll(async () => {
  stela = stelaUnderTest();
  agent = await Agent.start();
});
afterAll(() => agent?.stop());

describe("the memory-tool contract, through Anthropic's toolRunner with five commands in one reply", () => {
  test("has all of its cases", () => {
    expect(cases).toHaveLength(230);
  });

  test.each(cases.map((each, index) => ({ ...each, index })))(
    "$name",
    { timeout: 60_000 },
    async ({ index, files, steps, after }) => {
      const containerTag = freshContainerTag();
      await store(containerTag, files);
      const tool = createClaudeMemoryTool(stela, { containerTag });
      const inputs = steps.map(({ input }) => input);
      const results = await agent.calls(tool, inputs, COMMANDS_IN_ONE_REPLY, { stream: index % 2 === 0 });
      expect(results).toHaveLength(steps.length);
      for (const [step, { input, content, is_error }] of steps.entries()) {
        const result = results[step];
        expect({ input, content: result?.content, is_error: result?.is_error ?? false }).toEqual({
          input,
          content,
          is_error,
        });
      }
      expect(await stored(containerTag)).toEqual(after);
    },
  );
});

async function store(containerTag: string, files: Case["files"]): Promise<void> {
  const operations = Object.entries(files).map(
    ([path, content]): Operation => ({ op: "upsert", customId: path.normalize("NFC"), content }),
  );
  for (let first = 0; first < operations.length; first += 100) {
    await stela.documents.batch({ containerTag, operations: operations.slice(first, first + 100) });
  }
}

async function stored(containerTag: string): Promise<Record<string, string | undefined>> {
  const files: Record<string, string | undefined> = {};
  const documents = stela.documents.list(containerTag, { fields: "content", limit: 200 });
  for await (const { customId, content } of documents) files[customId] = content;
  return files;
}
