import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "anthropic/index": "src/anthropic/index.ts",
    "context/index": "src/context/index.ts",
    "loop/index": "src/loop/index.ts",
    "ai-sdk/index": "src/ai-sdk/index.ts",
  },
  // Pure files that are built in: the published package has no dependencies.
  deps: { alwaysBundle: ["tokenx", /^@stela\/core\/extraction\//] },
  format: ["esm", "cjs"],
  platform: "neutral",
  target: "es2022",
  dts: true,
  fixedExtension: false,
});
