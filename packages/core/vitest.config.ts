import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "core",
    include: ["test/**/*.test.ts"],
    setupFiles: ["./src/testing/seed-properties.ts"],
    provide: { propertySeed: Number(process.env["STELA_TEST_SEED"] ?? 1) },
  },
});
