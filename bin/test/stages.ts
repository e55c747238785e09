import { join } from "node:path";
import { run } from "./command.ts";
import { failure, readReport, type UnitReport } from "./report.ts";

/** `failures`: failed tests, each with the first lines of its error, and failed commands. */
export type Count = { passed: number; failed: number; failures: string[] };
export type Stage = {
  name: string;
  title: string;
  needs?: string;
  /**
   * Stage during which this one already runs, because that stage leaves the processor idle part of the time.
   */
  beside?: string;
  /** `hear` receives the output of a stage that runs beside another. */
  run(folder: string, hear?: (text: string) => void): Promise<Count>;
};

const TYPES = [
  ["next", "typegen"],
  // Each further checker checks shared types again: four take twice the CPU time of one.
  ["tsc", "--noEmit", "--checkers", "1"],
];
const BUILD = [["node", "bin/build.mjs"]];

/** Sorted so that fast failures come first. */
export const STAGES: Stage[] = [
  {
    name: "lint",
    title: "Format, lint, imports and prose",
    run: () =>
      check([
        ["biome", "ci", `--colors=${process.stdout.isTTY ? "force" : "off"}`],
        ["node", "bin/test/imports.ts"],
        ["node", "bin/test/prose.ts"],
      ]),
  },
  { name: "types", title: "Types", beside: "lint", run: (_, hear) => check(TYPES, hear) },
  { name: "unit", title: "Unit and integration", run: unit },
  { name: "build", title: "Build", beside: "unit", run: (_, hear) => check(BUILD, hear) },
  { name: "e2e", title: "Journeys in Chromium", needs: "build", run: journeys },
];

async function check(commands: string[][], hear?: (text: string) => void): Promise<Count> {
  for (const command of commands)
    if ((await run(command, {}, hear)) !== 0) return { passed: 0, failed: 1, failures: [command.join(" ")] };
  return { passed: 1, failed: 0, failures: [] };
}

/**
 * Retries failed tests, and files with errors outside of tests, once. Prints the names of those that pass then as
 * flaky.
 */
async function unit(folder: string): Promise<Count> {
  const { code, passed, failures, stray, again } = await vitest(folder);
  if (failures.length > 0 || again.length === 0) return settle(code, passed, [...failures, ...stray]);
  const retry = await vitest(folder, again);
  if (retry.code === 0) console.log([`${stray.length} flaky:`, ...stray].join("\n  "));
  return settle(retry.code, passed + retry.passed, [...retry.failures, ...retry.stray]);
}

async function vitest(folder: string, files: string[] = []): Promise<UnitReport & { code: number }> {
  const file = join(folder, `unit-${files.length}.json`);
  const reporters = ["default", "./bin/test/report.ts"].map((name) => `--reporter=${name}`);
  const code = await run(["vitest", "run", "--retry=1", ...reporters, ...files], { UNIT_REPORT: file });
  const report = readReport<UnitReport>(file) ?? { passed: 0, failures: [], stray: [], again: [] };
  return { code, ...report };
}

/**
 * Runs some 360 journeys; with JOURNEYS=all also the long ones. A failed journey is retried once, in a new server and
 * browser. If it passes then, its name is printed as flaky, and it needs fixing. Files run by hand are not
 * retried.
 */
async function journeys(folder: string): Promise<Count> {
  const file = join(folder, "journeys.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run(["playwright", "test", "--config=e2e", "--retries=1", "--reporter=list,json"], env);
  const { stats, suites = [], errors = [] } = readReport<JourneyReport>(file) ?? {};
  const failures = [
    ...suites
      .flatMap(specs)
      .flatMap(({ file, title, tests }) =>
        tests
          .filter(({ status }) => status === "unexpected")
          .map(({ results }) => failure(`e2e/${file} > ${title}`, results.at(-1)?.error?.message)),
      ),
    ...errors.map(({ message }) => failure("Playwright", message)),
  ];
  return settle(code, (stats?.expected ?? 0) + (stats?.flaky ?? 0), failures);
}

type Suite = { specs: Spec[]; suites?: Suite[] };
type Spec = {
  file: string;
  title: string;
  tests: { status: string; results: { error?: { message?: string } }[] }[];
};
type JourneyReport = {
  stats: { expected: number; flaky: number };
  suites: Suite[];
  errors: { message?: string }[];
};

function specs(suite: Suite): Spec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
}

/** Counts a run that failed without a failed test (a worker that died) as one failure. */
function settle(code: number, passed = 0, failures: string[] = []): Count {
  if (code !== 0 && failures.length === 0) failures.push(`no test failed, but the run ended with ${code}`);
  return { passed, failed: failures.length, failures };
}
