import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { run } from "./command.ts";

/** `failures` names what failed: a test with the first line of its error, or a command. */
export type Count = { passed: number; failed: number; failures: string[] };
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
  for (const command of commands)
    if ((await run(command, {}, hear)) !== 0) return { passed: 0, failed: 1, failures: [command.join(" ")] };
  return { passed: 1, failed: 0, failures: [] };
}

/** As with the journeys: of thousands of tests one that fails is tried once more, and printed by name as flaky if it passes then. */
async function unit(folder: string): Promise<Count> {
  const file = join(folder, "unit.json");
  const reporters = ["default", "json", "./bin/test/flaky.ts"].map((name) => `--reporter=${name}`);
  const code = await run(["vitest", "run", "--retry=1", ...reporters, `--outputFile.json=${file}`]);
  const { numPassedTests, testResults = [] } = read<UnitReport>(file) ?? {};
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const path = relative(process.cwd(), name);
    if (message) return [failure(path, message)];
    return failed.map((test) => failure(`${path} > ${test.fullName}`, test.failureMessages[0]));
  });
  return settle(code, numPassedTests, failures);
}

/**
 * Some 500 journeys on a machine of two cores: one that fails is tried once more, in a server and a browser of its own.
 * What passes then is printed by name as flaky, and is to be mended. Files run by hand have one try.
 */
async function journeys(folder: string): Promise<Count> {
  const file = join(folder, "journeys.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run(["playwright", "test", "--config=e2e", "--retries=1", "--reporter=list,json"], env);
  const { stats, suites = [], errors = [] } = read<JourneyReport>(file) ?? {};
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

type UnitReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    /** Why the file could not be loaded, or empty. */
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
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

function failure(name: string, message = ""): string {
  const [line] = stripVTControlCharacters(message).trim().split("\n");
  return line ? `${name}: ${line}` : name;
}

/** A run that failed without a failed test (a worker that died, an error outside of any test) counts as one failure. */
function settle(code: number, passed = 0, failures: string[] = []): Count {
  if (code !== 0 && failures.length === 0) failures.push(`no test failed, but the run ended with ${code}`);
  return { passed, failed: failures.length, failures };
}

function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}
