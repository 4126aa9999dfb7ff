import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "sdk",
    include: ["test/**/*.test.ts"],
    globalSetup: ["./test/global-setup.ts"],
    setupFiles: ["./test/seed-properties.ts"],
    provide: { propertySeed: Number(process.env["STELA_TEST_SEED"] ?? 1) },
    testTimeout: 60_000,
  },
});
