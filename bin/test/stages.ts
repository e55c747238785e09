import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./command.ts";

export type Count = { passed: number; failed: number };
export type Stage = {
  name: string;
  title: string;
  needs?: string;
  /** The stage beside which it runs already, when that runs: one that leaves the processor idle for a part of its time. */
  beside?: string;
  /** `hear` is given what a stage says that runs beside another. */
  run(folder: string, hear?: (text: string) => void): Promise<Count>;
};

const TYPES = [
  ["next", "typegen"],
  ["tsc", "--noEmit"],
];
const BUILD = [["node", "bin/build.mjs"]];

/** In this order: what fails fastest comes first. */
export const STAGES: Stage[] = [
  {
    name: "lint",
    title: "Format, lint and imports",
    run: () =>
      check([
        ["biome", "ci", `--colors=${process.stdout.isTTY ? "force" : "off"}`],
        ["node", "bin/test/imports.ts"],
      ]),
  },
  { name: "types", title: "Types", beside: "lint", run: (_, hear) => check(TYPES, hear) },
  { name: "unit", title: "Unit and integration", run: unit },
  { name: "build", title: "Build", beside: "unit", run: (_, hear) => check(BUILD, hear) },
  { name: "e2e", title: "Journeys in Chromium", needs: "build", run: journeys },
];

/** Commands that pass or fail as one. */
async function check(commands: string[][], hear?: (text: string) => void): Promise<Count> {
  for (const command of commands) if ((await run(command, {}, hear)) !== 0) return { passed: 0, failed: 1 };
  return { passed: 1, failed: 0 };
}

/** As with the journeys: of thousands of tests one that fails is tried once more, and printed by name as flaky if it passes then. */
async function unit(folder: string): Promise<Count> {
  const file = join(folder, "unit.json");
  const reporters = ["default", "json", "./bin/test/flaky.ts"].map((name) => `--reporter=${name}`);
  const code = await run(["vitest", "run", "--retry=1", ...reporters, `--outputFile.json=${file}`]);
  const { numPassedTests, numFailedTests } =
    read<{ numPassedTests: number; numFailedTests: number }>(file) ?? {};
  return settle(code, numPassedTests, numFailedTests);
}

/**
 * Some 500 journeys on a machine of two cores: one that fails is tried once more, in a server and a browser of its own.
 * What passes then is printed by name as flaky, and is to be mended. Files run by hand have one try.
 */
async function journeys(folder: string): Promise<Count> {
  const file = join(folder, "journeys.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run(["playwright", "test", "--config=e2e", "--retries=1", "--reporter=list,json"], env);
  type Stats = { expected: number; unexpected: number; flaky: number };
  const { expected, unexpected, flaky } = read<{ stats: Stats }>(file)?.stats ?? {};
  return settle(code, (expected ?? 0) + (flaky ?? 0), unexpected);
}

/** A run that failed without a failed test (a file that does not load, a worker that died) counts as one failure. */
function settle(code: number, passed = 0, failed = 0): Count {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}

function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}
