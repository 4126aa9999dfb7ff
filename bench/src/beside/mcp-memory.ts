import { createRequire } from "node:module";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Bench } from "../bench.ts";
import type { Agent, Subject } from "./subject.ts";

/** The reference server of MCP: each agent starts one over stdio, all with the same file. A note is an entity, a line an observation. */
export const mcpMemory: Subject = {
  name: "MCP memory server",
  open: (bench, agents) => Promise.all(Array.from({ length: agents }, () => openAgent(bench))),
};

async function openAgent({ folder, onStop }: Bench): Promise<Agent> {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve("@modelcontextprotocol/server-memory/package.json");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(path.dirname(manifest), "dist/index.js")],
    env: { MEMORY_FILE_PATH: path.join(folder, "mcp-memory.jsonl") },
    stderr: "ignore",
  });
  const client = new Client({ name: "stela-bench", version: "0.0.0" });
  onStop(() => client.close());
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    const text = JSON.stringify(result.content);
    if (result.isError) throw new Error(text.slice(0, 300));
    return text;
  };
  return {
    create: async (name, text) =>
      void (await call("create_entities", { entities: [{ name, entityType: "note", observations: [text] }] })),
    read: (name) => call("open_nodes", { names: [name] }),
    append: async (name, line) =>
      void (await call("add_observations", { observations: [{ entityName: name, contents: [line] }] })),
    list: async () => void (await call("read_graph", {})),
    search: async (query) => void (await call("search_nodes", { query })),
  };
}
