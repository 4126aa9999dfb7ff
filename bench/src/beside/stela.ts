import { Stela } from "@stela/sdk";
import { createClaudeMemoryTool } from "@stela/sdk/anthropic";
import { search } from "../bars/search.ts";
import { type Agent, beneathHeading, type Subject } from "./subject.ts";

const TAG = "beside";
const pathOf = (name: string) => `/memories/${name}.md`;

/** Through the SDK's memory tool, as an agent uses it: over HTTP, with history, audit and secret scan. */
export const stela: Subject = {
  name: "Stela",
  async open(bench, agents) {
    const client = new Stela({ apiKey: bench.apiKey, baseUrl: bench.api.url });
    const canSearch = (await search().whyNot?.(bench)) === undefined;
    let calls = 0;
    return Array.from({ length: agents }, (): Agent => {
      const tool = createClaudeMemoryTool(client, { containerTag: TAG });
      const run = async (input: object) => {
        const result = await tool.handleCommandForToolResult(input, `toolu_${String(calls++).padStart(24, "0")}`);
        if (result.is_error) throw new Error(result.content);
        return result.content;
      };
      return {
        create: async (name, text) => void (await run({ command: "create", path: pathOf(name), file_text: text })),
        read: (name) => run({ command: "view", path: pathOf(name) }),
        append: async (name, line) =>
          void (await run({ command: "str_replace", path: pathOf(name), ...beneathHeading(line) })),
        list: async () => void (await run({ command: "view", path: "/memories" })),
        ...(canSearch && { search: (query: string) => searchByHttp(bench.api, query) }),
      };
    });
  },
};

async function searchByHttp(
  { url, headers }: { url: string; headers: Readonly<Record<string, string>> },
  query: string,
) {
  const answer = await fetch(`${url}/v1/search`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ query, containerTag: TAG, limit: 10 }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`A search was answered ${answer.status}: ${text.slice(0, 300)}`);
}
