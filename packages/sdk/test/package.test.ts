import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const root = path.resolve(import.meta.dirname, "..");
const entries = { "@stela/sdk": "src/index.ts", "@stela/sdk/anthropic": "src/anthropic/index.ts" };

/** As an application's bundler makes it: one minified file, without the peers. */
async function bundle(entry: string, platform: "neutral" | "browser" = "neutral") {
  const build = await rolldown({ input: path.join(root, entry), external: /^@anthropic-ai\/sdk/, platform });
  const { output } = await build.generate({ format: "esm", minify: true });
  return output[0];
}

describe("the package", () => {
  test("is at most 10 KiB with the memory tool, bundled and compressed", async () => {
    const { code } = await bundle(entries["@stela/sdk/anthropic"]);
    expect(gzipSync(code).length).toBeLessThanOrEqual(10 * 1_024);
  });

  test.each(Object.entries(entries))(
    "%s imports nothing but its peer, so it runs wherever fetch does",
    async (_, entry) => {
      const { imports, dynamicImports } = await bundle(entry);
      expect([...imports, ...dynamicImports].filter((name) => !name.startsWith("@anthropic-ai/sdk/"))).toEqual([]);
      expect(manifest).not.toHaveProperty("dependencies");
    },
  );

  test("leaves Anthropic's SDK to those who import the memory tool", async () => {
    expect((await bundle(entries["@stela/sdk"])).imports).toEqual([]);
  });

  test.each([
    [
      "import",
      "const { createClaudeMemoryTool } = await import('@stela/sdk/anthropic'); const { Stela } = await import('@stela/sdk');",
      "module",
    ],
    [
      "require",
      "const { createClaudeMemoryTool } = require('@stela/sdk/anthropic'); const { Stela } = require('@stela/sdk');",
      "commonjs",
    ],
  ])(
    "built, works by %s, and its refusals are the ToolError of the same kind of Anthropic's SDK",
    async (how, load, type) => {
      const loaded = how === "import" ? "await import" : "require";
      const script = `${load}
      const { ToolError } = ${loaded}('@anthropic-ai/sdk/lib/tools/ToolError');
      const fetch = async () => Response.json({ content: 'Error: no', isError: true });
      const tool = createClaudeMemoryTool(new Stela({ apiKey: 'k', baseUrl: 'http://x', fetch }));
      tool.run({ command: 'view' }).catch((error) => console.log(error instanceof ToolError, error.content));`;
      const args = [`--input-type=${type}`, "--eval", script];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
      expect(stdout).toBe("true Error: no\n");
    },
  );

  test("has a file for everything that its exports name", async () => {
    const files = JSON.stringify(manifest.exports).match(/\.\/dist\/[^"]+/g) ?? [];
    expect(files).toHaveLength(8);
    for (const file of files) expect((await readFile(path.join(root, file))).length).toBeGreaterThan(0);
  });
});
