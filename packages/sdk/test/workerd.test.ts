import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import workerd from "workerd";
import { hangUp, json, ScriptedServer } from "./scripted-server.ts";

/** An agent's memory used inside a Worker, without `nodejs_compat`. */
const worker = (baseUrl: string) => `
  import { createClaudeMemoryTool } from "@stela/sdk/anthropic";
  import { withMemory } from "@stela/sdk/ai-sdk";
  import { ContextManager } from "@stela/sdk/context";
  import { createMemoryLoop, hasSignal } from "@stela/sdk/loop";
  const tool = createClaudeMemoryTool("stl_test", { containerTag: "box", baseUrl: "${baseUrl}" });
  const input = { command: "create", path: "/memories/a", file_text: "x" };
  const context = () => new ContextManager({ maxTokens: 100 }).addSnippet("a.ts", "a").addMessage({ role: "user", content: "Why?" }).build();
  const others = () => ({ tokens: context().report.tokens, isHeard: hasSignal("以后都用中文"), kinds: [typeof withMemory, typeof createMemoryLoop] });
  export default { fetch: async () => Response.json({ result: await tool.handleCommandForToolResult(input, "toolu_1"), ...others() }) };`;

const config = `
  using Workerd = import "/workerd/workerd.capnp";
  const config :Workerd.Config = (
    services = [
      (name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2026-08-01", globalOutbound = "local")),
      (name = "local", network = (allow = ["local"])),
    ],
    sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
  );`;

test("every entry runs in workerd, the memory tool's retries and Anthropic's helper included", {
  timeout: 60_000,
}, async () => {
  const stela = await ScriptedServer.start();
  stela.script(hangUp, json({ content: "File created", isError: false }));
  const folder = await mkdtemp(path.join(tmpdir(), "stela-sdk-"));
  await writeFile(path.join(folder, "worker.js"), await bundled(worker(stela.url)));
  await writeFile(path.join(folder, "config.capnp"), config);
  const serving = spawn(workerd, ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  try {
    const [line] = await once(serving.stdio[3] as NodeJS.ReadableStream, "data");
    const { port } = JSON.parse(String(line));
    const response = await fetch(`http://127.0.0.1:${port}`);
    const result = { type: "tool_result", tool_use_id: "toolu_1", content: "File created", is_error: false };
    const others = { tokens: expect.any(Number), isHeard: true, kinds: ["function", "function"] };
    expect(await response.json()).toEqual({ result, ...others });
    expect(stela.received.map(({ headers }) => headers["idempotency-key"])).toEqual(
      Array(2).fill(expect.stringMatching(/^toolu_1\./)),
    );
  } finally {
    serving.kill("SIGKILL");
    await once(serving, "close");
    await Promise.all([rm(folder, { recursive: true }), stela.stop()]);
  }
});

async function bundled(program: string): Promise<string> {
  const only = (id: string, answer: string) => (id === "entry" ? answer : null);
  const entry = { name: "entry", resolveId: (id: string) => only(id, id), load: (id: string) => only(id, program) };
  const names = ["anthropic", "ai-sdk", "context", "loop"];
  const source = (name: string) => path.resolve(import.meta.dirname, `../src/${name}/index.ts`);
  const alias = Object.fromEntries(names.map((name) => [`@stela/sdk/${name}`, source(name)]));
  const build = await rolldown({ input: "entry", plugins: [entry], platform: "browser", resolve: { alias } });
  const { output } = await build.generate({ format: "esm", codeSplitting: false });
  return output[0].code;
}
