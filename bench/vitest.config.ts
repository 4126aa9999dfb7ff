import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "bench",
    environment: "node",
    include: ["test/**/*.test.ts"],
    // The one test of the whole starts nearly all that this repository can start.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
