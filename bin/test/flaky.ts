import type { Reporter, TestCase } from "vitest/node";

/** Names at the end what passed only when it was tried once more. */
export default class Flaky implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length > 0) console.log([`${this.#names.length} flaky:`, ...this.#names].join("\n  "));
  }
}
