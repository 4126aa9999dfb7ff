import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Most of a test's time is another process's: Postgres, workerd, Chromium.
    maxWorkers: 3,
    projects: [
      "packages/*/vitest.config.ts",
      "apps/*/vitest.config.ts",
      "bench/vitest.config.ts",
      "e2e/vitest.config.ts",
    ],
    reporters: [["default", { summary: false }], "./scripts/summary-reporter.ts"],
  },
});
