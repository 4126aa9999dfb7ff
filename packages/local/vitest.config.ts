import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "local",
    environment: "node",
    globalSetup: ["test/support/shared-postgres.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
