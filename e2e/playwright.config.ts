import { defineConfig } from "@playwright/test";
import { chromium } from "../bin/chromium.mjs";

const found = await chromium();
// As on any desktop: without it a small machine has one process for every site, and a frame that hangs takes them all.
const launchOptions = { ...found, args: [...found.args, "--site-per-process"] };
const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" as const };
// Wide enough for two components side by side.
const wide = { viewport: { width: 2200, height: 1000 } };
const attacks = /attack\/\w+\.spec\.ts/;
// It takes the time of a page, so nothing else may work meanwhile.
const awake = /attack\/awake\.spec\.ts/;
// One page for all of them, in one size.
const samples = /samples\.spec\.ts/;
const journeys =
  /(journeys|demo|chat|chat-place|settings|shell|canvas(-\w+)?|keyboard|library(-\w+)?|history|instructions|tools|approval|compaction)\.spec\.ts/;

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: { launchOptions, trace: "retain-on-failure" },
  projects: [
    { name: "http", testMatch: "*.spec.ts", testIgnore: [journeys, attacks, samples] },
    { name: "attack", testMatch: attacks, testIgnore: awake, use: wide },
    { name: "desktop", testMatch: [journeys, samples], use: desktop },
    { name: "phone", testMatch: journeys, use: phone },
    {
      name: "awake",
      testMatch: awake,
      workers: 1,
      use: wide,
      dependencies: ["http", "attack", "desktop", "phone"],
    },
  ],
});
