import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/**
 * Result of a Vitest run. `stray` are errors outside of tests, for example of a worker that died. `again` are the
 * files in which they occurred; it is empty if one of them is unknown. `passed` does not count these files.
 */
export type UnitReport = { passed: number; failures: string[]; stray: string[]; again: string[] };

/** Prints flaky tests at the end of the run, and writes a `UnitReport` to the file named by UNIT_REPORT. */
export default class Report implements Reporter {
  readonly #flaky: string[] = [];
  readonly #failures: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    const { state, errors } = test.result();
    if (state === "failed") this.#failures.push(failure(name, errors[0]?.message));
    // The errors of the first attempt remain.
    if (test.diagnostic()?.flaky) this.#flaky.push(failure(name, errors?.[0]?.message));
  }

  onTestSuiteResult(suite: { errors(): SerializedError[]; fullName: string; module: TestModule }): void {
    for (const { message } of suite.errors())
      this.#failures.push(failure(`${suite.module.relativeModuleId} > ${suite.fullName}`, message));
  }

  onTestModuleEnd(module: TestModule): void {
    for (const { message } of module.errors()) this.#failures.push(failure(module.relativeModuleId, message));
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (this.#flaky.length > 0) console.log([`${this.#flaky.length} flaky:`, ...this.#flaky].join("\n  "));
    const stray = errors.map((error) => ({ error, file: fileOf(error) }));
    const unfinished = modules
      .filter((module) => ["pending", "queued"].includes(module.state()))
      .map(({ relativeModuleId }) => relativeModuleId);
    const known = stray.flatMap(({ file }) => file ?? []);
    // The error of a dead worker has no file, but each such worker leaves one file unfinished.
    const isComplete = known.length + unfinished.length === stray.length;
    const again = isComplete ? [...new Set([...known, ...unfinished])] : [];
    const passed = modules
      .filter(({ relativeModuleId }) => !again.includes(relativeModuleId))
      .flatMap((module) => [...module.children.allTests("passed")]).length;
    const report: UnitReport = {
      passed,
      failures: this.#failures,
      stray: stray.map(({ error: { cause, message, stack }, file = unfinished.join(" or ") }) =>
        failure(`unhandled error in ${file || "an unknown file"}`, cause?.message ?? stack ?? message),
      ),
      again,
    };
    if (process.env.UNIT_REPORT) writeFileSync(process.env.UNIT_REPORT, JSON.stringify(report));
  }
}

function fileOf(error: SerializedError): string | undefined {
  const path = error.VITEST_TEST_PATH as string | undefined;
  return path === undefined ? undefined : relative(process.cwd(), path);
}

export function failure(name: string, message = ""): string {
  const lines = stripVTControlCharacters(message).trim().split("\n").slice(0, 3);
  return [name, ...lines.filter(Boolean).map((line) => line.trim())].join("\n    ");
}

export function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    // The test run ended before it wrote a report.
    return undefined;
  }
}
