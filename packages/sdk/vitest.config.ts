import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "sdk", include: ["test/**/*.test.ts"], globalSetup: ["./test/global-setup.ts"], testTimeout: 60_000 },
});
