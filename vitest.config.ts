import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "packages/*/vitest.config.ts",
      "apps/*/vitest.config.ts",
      "bench/vitest.config.ts",
      "e2e/vitest.config.ts",
    ],
    reporters: [["default", { summary: false }], "./scripts/summary-reporter.ts"],
  },
});
