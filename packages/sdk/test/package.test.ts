import { execFile } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const root = path.resolve(import.meta.dirname, "..");
const entries = {
  "@stela/sdk": "src/index.ts",
  "@stela/sdk/anthropic": "src/anthropic/index.ts",
  "@stela/sdk/context": "src/context/index.ts",
  "@stela/sdk/loop": "src/loop/index.ts",
  "@stela/sdk/ai-sdk": "src/ai-sdk/index.ts",
};
/** KiB of each, compressed. */
const MOST: Readonly<Record<keyof typeof entries, number>> = {
  "@stela/sdk": 8,
  "@stela/sdk/anthropic": 10,
  "@stela/sdk/context": 8,
  "@stela/sdk/loop": 8,
  "@stela/sdk/ai-sdk": 6,
};

/** As an application's bundler makes it: one minified file, without the peers. */
async function bundle(entry: string, platform: "neutral" | "browser" = "neutral") {
  const build = await rolldown({ input: path.join(root, entry), external: /^@anthropic-ai\/sdk/, platform });
  const { output } = await build.generate({ format: "esm", minify: true });
  return output[0];
}

describe("the package", () => {
  test.each(Object.entries(MOST))("is with %s at most %i KiB, bundled and compressed", async (name, most) => {
    const { code } = await bundle(entries[name as keyof typeof entries]);
    expect(gzipSync(code).length).toBeLessThanOrEqual(most * 1_024);
  });

  test("has built in what it needs of the core and of others", async () => {
    for await (const file of glob("dist/**/*", { cwd: root })) {
      if (/\.[cm]?[jt]s$/.test(file)) {
        const code = await readFile(path.join(root, file), "utf8");
        expect(code).not.toMatch(/(?:from|import|require)\s*\(?\s*["'](?:@stela\/|tokenx)/);
      }
    }
    expect(await readFile(path.join(root, "THIRD-PARTY-LICENSES"), "utf8")).toContain("tokenx");
    expect(manifest.files).toContain("THIRD-PARTY-LICENSES");
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
    for (const [name, entry] of Object.entries(entries)) {
      if (name !== "@stela/sdk/anthropic") expect((await bundle(entry)).imports).toEqual([]);
    }
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
    expect(files).toHaveLength(20);
    for (const file of files) expect((await readFile(path.join(root, file))).length).toBeGreaterThan(0);
  });
});
