import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    environment: "node",
    include: ["{app,components,lib,bin,drizzle,e2e}/**/*.test.{ts,tsx,mjs}"],
    globalSetup: ["lib/store/testing/setup.ts", "lib/compile/testing/setup.ts"],
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
});
