import { defineConfig } from "@playwright/test";
import { chromium } from "../bin/chromium.mjs";

const found = await chromium();
// One process for each site, as on desktops. On a small machine all sites would share one, which a frame that
// hangs would block.
const launchOptions = { ...found, args: [...found.args, "--site-per-process"] };
// Optimised code does not pay off on short-lived pages: optimising takes a sixth of Chromium's work.
const unoptimised = {
  launchOptions: { ...launchOptions, args: [...launchOptions.args, "--js-flags=--no-opt --no-maglev"] },
};
const desktop = { ...unoptimised, viewport: { width: 1280, height: 800 } };
const phone = {
  ...unoptimised,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  colorScheme: "dark" as const,
};
// Wide enough for two components side by side.
const wide = { viewport: { width: 2200, height: 1000 } };
const attacks = /attack\/\w+\.spec\.ts/;
// This test measures the timing of a page, so no other test may run at the same time.
const awake = /attack\/awake\.spec\.ts/;
// This test shows all samples on one page, in one size.
const samples = /samples\.spec\.ts/;
// The results of these tests do not depend on the width of the page.
const once =
  /(live|media|members|files-attach|search|notifications|web-trust|audit|programs|mcp|deno|code-runs|changes|password|restore|languages|sign-in|apps|mcp-apps-data|rooms|gallery|conversation-link|skills|projects|mail|calendars-elsewhere|why|rehearsals|proof)\.spec\.ts/;
const journeys =
  /(journeys|five-tasks|twenty-tasks|demo|files|data|chat|chat-place|chat-window|settings|shell|canvas(-\w+)?|surfaces|component-data|keyboard|library(-\w+)?|history(-moments)?|instructions|tools|approval|inbox|memory|documents|contacts|calendar|schedule|board|compaction|browser-watch|voice)\.spec\.ts/;

const isWhole = process.env.ATTACK === "all";
/**
 * `npm test` has at least one test of each feature. Journeys tagged @long test it further: they run with JOURNEYS=all
 * (`npm run e2e`), and attacks and kills also in `npm run attack` and `npm run chaos`.
 */
const isLong = process.env.JOURNEYS === "all" || isWhole || process.env.CHAOS_ROUNDS !== undefined;
const skipped = isLong ? undefined : /@long/;

/**
 * A worker belongs to one project and has its own server and browser. Without this limit, each worker would start both
 * for each project. With it, the shorter projects have one worker, and the long one takes theirs over when they end.
 */
const workers = isWhole ? undefined : 1;

export default defineConfig({
  testDir: ".",
  globalSetup: "./data-folder.ts",
  outputDir: "../test-results",
  grepInvert: skipped,
  // The smallest machine has two cores, and a journey waits for some of its time. Measured: with a
  // fourth worker, all journeys take longer, because waiting pages also need the processor.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  // A screenshot is taken when a test fails. A trace of each step would take a tenth of the total time, and a
  // video a quarter. Use `--trace on` for a single test.
  use: { launchOptions, screenshot: "only-on-failure" },
  projects: [
    {
      name: "http",
      use: unoptimised,
      testMatch: "*.spec.ts",
      testIgnore: [journeys, once, attacks, samples],
      workers,
    },
    { name: "attack", testMatch: attacks, testIgnore: awake, use: wide, workers },
    // Journeys tagged @once do not depend on the screen size, so they run only in the project `desktop`. For
    // them, the checks in looks.ts also switch the page to dark colours and to the size of a phone.
    {
      name: "phone",
      testMatch: journeys,
      grepInvert: skipped ? /@once|@long/ : /@once/,
      use: phone,
      workers,
    },
    { name: "desktop", testMatch: [journeys, once, samples], use: desktop },
    // Runs alone, so only `npm run attack` has time for it.
    ...(isWhole ? [{ name: "awake", testMatch: awake, workers: 1, use: wide }] : []),
  ],
});
