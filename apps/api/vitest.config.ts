import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [cloudflareTest({ wrangler: { configPath: "./wrangler.jsonc" } })],
  test: {
    name: "api",
    include: ["test/**/*.test.ts"],
    globalSetup: ["./test/node/global-setup.ts"],
    testTimeout: 60_000,
    silent: "passed-only",
  },
});
