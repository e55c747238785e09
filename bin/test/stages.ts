import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./command.ts";

/** Is given what a stage says, in pieces. */
export type Hear = (text: string) => void;
export type Count = { passed: number; failed: number };
export type Stage = {
  name: string;
  title: string;
  /** It begins when these have ended, if they are to run at all: what none of them waits for runs beside the others. */
  after?: string[];
  /** One of `after` without which there is nothing to try. */
  needs?: string;
  run(folder: string, hear: Hear): Promise<Count>;
};

const TYPES = [
  ["next", "typegen"],
  ["tsc", "--noEmit"],
];
const BUILD = ["node", "bin/build.mjs"];
const LINT = ["biome", "ci", `--colors=${process.stdout.isTTY ? "force" : "off"}`];
const IMPORTS = ["node", "bin/test/imports.ts"];

/**
 * Unit tests leave the processor idle for a fifth of their time, which the journeys may have: these have 60 seconds each
 * where a unit test has 15.
 */
const YIELDING = 5;

/** Shown in this order: what fails fastest comes first. */
export const STAGES: Stage[] = [
  { name: "lint", title: "Format, lint and imports", run: (_, hear) => check([LINT, IMPORTS], hear) },
  { name: "types", title: "Types", run: (_, hear) => check(TYPES, hear) },
  { name: "build", title: "Build", after: ["lint", "types"], run: (_, hear) => check([BUILD], hear) },
  { name: "unit", title: "Unit and integration", after: ["lint", "types"], run: unit },
  {
    name: "e2e",
    title: "Journeys in Chromium",
    after: ["build"],
    needs: "build",
    run: (folder, hear) => journeys(folder, "journeys", ["http", "attack", "phone", "desktop"], hear),
  },
  {
    name: "awake",
    title: "What takes the time of a page, with nothing beside it",
    after: ["build", "unit", "e2e"],
    needs: "build",
    run: (folder, hear) => journeys(folder, "awake", ["awake"], hear),
  },
];

/** Commands that pass or fail as one. */
async function check(commands: string[][], hear: Hear): Promise<Count> {
  for (const command of commands) if ((await run(command, hear)) !== 0) return { passed: 0, failed: 1 };
  return { passed: 1, failed: 0 };
}

async function unit(folder: string, hear: Hear): Promise<Count> {
  const file = join(folder, "unit.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run(["vitest", "run", ...reporters], hear);
  const { numPassedTests, numFailedTests } =
    read<{ numPassedTests: number; numFailedTests: number }>(file) ?? {};
  return settle(code, numPassedTests, numFailedTests);
}

/**
 * Some 500 journeys on a machine of two cores: one that fails is tried once more, in a server and a browser of its own.
 * What passes then is printed by name as flaky, and is to be mended. Files run by hand have one try.
 */
async function journeys(folder: string, name: string, projects: string[], hear: Hear): Promise<Count> {
  const file = join(folder, `${name}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const code = await run(
    ["playwright", "test", "--config=e2e", "--retries=1", "--reporter=list,json", "--no-deps", ...chosen],
    hear,
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, nice: YIELDING },
  );
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
