import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: "./wrangler.jsonc" },
      // Limits that a test can reach.
      miniflare: {
        ratelimits: {
          LOW_RATE_LIMITER: { namespace_id: "1002", simple: { limit: 5, period: 60 } },
          LOW_UNKNOWN_KEY_LIMITER: { namespace_id: "1004", simple: { limit: 5, period: 60 } },
        },
      },
    }),
  ],
  test: {
    name: "api",
    include: ["test/**/*.test.ts"],
    globalSetup: ["./test/node/global-setup.ts"],
    setupFiles: ["./test/seed-properties.ts"],
    provide: { propertySeed: Number(process.env["STELA_TEST_SEED"] ?? 1) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    silent: "passed-only",
  },
});
