import { defineConfig } from "@playwright/test";
import { chromium } from "../bin/chromium.mjs";

const browser = await chromium();

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    launchOptions: browser,
    trace: "retain-on-failure",
  },
});
