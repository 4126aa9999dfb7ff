import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import type { Bar } from "./bar.ts";

const KIB = 1_024;
const SDK = path.resolve(import.meta.dirname, "../../../packages/sdk");

/** What a deployment uploads, and what an application bundles. */
export const size = (): Bar => ({
  name: "size",
  isMeasuredOnce: true,
  async measure({ bundles }) {
    const manifest = JSON.parse(await readFile(path.join(SDK, "package.json"), "utf8")) as { dependencies?: object };
    return [
      {
        title: "the API's Worker, as deployed, compressed",
        unit: "KiB",
        value: gzipSync(await readFile(bundles.api)).length / KIB,
        target: { atMost: 150 },
      },
      {
        title: "`@stela/sdk/anthropic`, bundled, minified, compressed, without peers",
        unit: "KiB",
        value: gzipSync(await sdkBundle()).length / KIB,
        target: { atMost: 10 },
      },
      {
        title: "the SDK's runtime dependencies",
        unit: "count",
        value: Object.keys(manifest.dependencies ?? {}).length,
        target: { exactly: 0 },
      },
    ];
  },
});

async function sdkBundle(): Promise<string> {
  const build = await rolldown({
    input: path.join(SDK, "src/anthropic/index.ts"),
    external: /^@anthropic-ai\/sdk/,
    platform: "neutral",
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  return output[0].code;
}
