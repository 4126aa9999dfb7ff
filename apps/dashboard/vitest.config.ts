import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "dashboard",
    include: ["test/**/*.test.ts"],
    setupFiles: ["./test/seed-properties.ts"],
    provide: { propertySeed: Number(process.env["STELA_TEST_SEED"] ?? 1) },
  },
});
