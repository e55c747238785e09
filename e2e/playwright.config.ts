import { defineConfig } from "@playwright/test";
import { chromium } from "../bin/chromium.mjs";

const launchOptions = await chromium();
const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" as const };
const journeys = /(journeys|demo|chat|chat-place|settings|shell|canvas|keyboard)\.spec\.ts/;

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: { launchOptions, trace: "retain-on-failure" },
  projects: [
    { name: "http", testMatch: "*.spec.ts", testIgnore: journeys },
    { name: "desktop", testMatch: journeys, use: desktop },
    { name: "phone", testMatch: journeys, use: phone },
  ],
});
