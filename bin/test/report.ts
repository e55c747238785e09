import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/**
 * Result of a Vitest run. `stray` are unhandled errors outside of tests, each with the test file that was
 * running, if known.
 */
export type UnitReport = { passed: number; failures: string[]; stray: { file?: string; failure: string }[] };

/** Prints flaky tests at the end of the run, and writes a `UnitReport` to the file named by UNIT_REPORT. */
export default class Report implements Reporter {
  readonly #flaky: string[] = [];
  readonly #failures: string[] = [];
  #passed = 0;

  onTestCaseResult(test: TestCase): void {
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    const { state, errors } = test.result();
    if (state === "passed") this.#passed++;
    if (state === "failed") this.#failures.push(failure(name, errors[0]?.message));
    if (test.diagnostic()?.flaky) this.#flaky.push(name);
  }

  onTestSuiteResult(suite: { errors(): SerializedError[]; fullName: string; module: TestModule }): void {
    for (const { message } of suite.errors())
      this.#failures.push(failure(`${suite.module.relativeModuleId} > ${suite.fullName}`, message));
  }

  onTestModuleEnd(module: TestModule): void {
    for (const { message } of module.errors()) this.#failures.push(failure(module.relativeModuleId, message));
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (this.#flaky.length > 0) console.log([`${this.#flaky.length} flaky:`, ...this.#flaky].join("\n  "));
    const stray = errors.map((error) => {
      const path = error.VITEST_TEST_PATH as string | undefined;
      const file = path === undefined ? undefined : relative(process.cwd(), path);
      return {
        file,
        failure: failure(`unhandled error in ${file ?? "an unknown file"}`, error.stack ?? error.message),
      };
    });
    const report: UnitReport = { passed: this.#passed, failures: this.#failures, stray };
    if (process.env.UNIT_REPORT) writeFileSync(process.env.UNIT_REPORT, JSON.stringify(report));
  }
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
