import { defineConfig } from "@playwright/test";
import { chromium } from "../bin/chromium.mjs";

const found = await chromium();
// As on any desktop: without it a small machine has one process for every site, and a frame that hangs takes them all.
const launchOptions = { ...found, args: [...found.args, "--site-per-process"] };
// No page of a journey lives long enough to win back what it costs to optimise its code: a sixth of all that Chromium does.
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
// It takes the time of a page, so nothing else may work meanwhile.
const awake = /attack\/awake\.spec\.ts/;
// One page for all of them, in one size.
const samples = /samples\.spec\.ts/;
// What comes out does not depend on the width.
const once = /(live|media|files-attach|search|telling|web-trust|audit|programs|mcp|deno|code-runs)\.spec\.ts/;
const journeys =
  /(journeys|five-tasks|demo|files|data|chat|chat-place|settings|shell|canvas(-\w+)?|sheets|component-data|keyboard|library(-\w+)?|history(-moments)?|instructions|tools|approval|inbox|memory|documents|contacts|calendar|schedule|board|compaction|browser-watch)\.spec\.ts/;

/**
 * A worker belongs to one project, and each has a server and a browser of its own: were they free to, all would begin
 * one for each project. So each of these has one, the long one two, and all go on with the longest project when theirs is done.
 */
const workers = process.env.ATTACK === "all" ? undefined : 1;

export default defineConfig({
  testDir: ".",
  globalSetup: "./data-folder.ts",
  outputDir: "../test-results",
  // One more than the two cores of the smallest machine: a journey waits for about half of its time.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  // The page is kept as it was when a test failed. What stood on it at each step would take a tenth of all the time, and
  // a film of it a quarter: `--trace on` for one test.
  use: { launchOptions, screenshot: "only-on-failure" },
  projects: [
    {
      name: "http",
      use: unoptimised,
      testMatch: "*.spec.ts",
      testIgnore: [journeys, once, attacks, samples],
      workers: 2,
    },
    { name: "attack", testMatch: attacks, testIgnore: awake, use: wide, workers },
    // A journey that ends alike on every screen is tagged @once: it runs on the desktop, and what it looks at (looks.ts)
    // is looked at in the dark, and a whole page as on a phone, without going through all of it again.
    { name: "phone", testMatch: journeys, grepInvert: /@once/, use: phone, workers },
    { name: "desktop", testMatch: [journeys, once, samples], use: desktop },
    {
      name: "awake",
      testMatch: awake,
      workers: 1,
      use: wide,
      dependencies: ["http", "attack", "desktop", "phone"],
    },
  ],
});
