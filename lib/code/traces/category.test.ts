import { expect, test } from "vitest";
import { categoryOf } from "./category";

const CASES: [string, string][] = [
  [
    "The code threw TypeError: rows.map is not a function (line 2, column 8).\n  2 | rows.map(import)",
    "type",
  ],
  ["The code threw ReferenceError: foo is not defined (line 1, column 1).", "reference"],
  ["The code threw Error: no\nIt says: TypeError", "runtime"],
  ["error: Uncaught (in promise) TypeError: fetch failed\n    at main.ts:1:1", "network"],
  [
    'error: Uncaught (in promise) NotCapable: Requires read access to "/etc", run again with --allow-read',
    "permission",
  ],
  ["error: The module's source code could not be parsed: Expected ';'", "syntax"],
  ['error: Module not found "file:///x.ts".', "import"],
  ["The code threw TypeError: Not supported", "import"],
  ["Loading\nerror: Uncaught RangeError: Array buffer allocation failed", "memory"],
  ["error: Uncaught (in promise) TimeoutError: Signal timed out.", "timeout"],
  ["TypeError: JSR package manifest for '@a/b' failed to load. Import 'https://jsr.io/' failed.", "import"],
  ["TypeError: npm package 'twise' does not exist.", "import"],
  ["something", "unknown"],
];

test.each(CASES)("categoryOf classifies %s", (errorText, category) => {
  expect(categoryOf({ exitCode: null, errorText })).toBe(category);
});

test("categoryOf prefers the exit reason to any text", () => {
  expect(categoryOf({ reason: "timeout", exitCode: null, errorText: "TypeError: x" })).toBe("timeout");
  expect(categoryOf({ reason: "memory", exitCode: null, errorText: "SyntaxError" })).toBe("memory");
  expect(categoryOf({ reason: "refused", exitCode: 1, errorText: "" })).toBe("permission");
});

test("categoryOf classifies a silent program that ended by itself as runtime", () => {
  expect(categoryOf({ exitCode: 3, errorText: "" })).toBe("runtime");
  expect(categoryOf({ exitCode: null, errorText: "" })).toBe("unknown");
});
