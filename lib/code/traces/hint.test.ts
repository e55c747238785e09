import { expect, test } from "vitest";
import type { Failures } from "@/lib/store/agents/execution-hints";
import { hintText } from "./hint";

const failures = (over: Partial<Failures> = {}): Failures => ({
  total: 20,
  failed: 2,
  kinds: [
    {
      category: "type",
      errors: [
        "The code threw TypeError: rows.map is not a function (line 2, column 8).\n 2 | rows.map()",
        "The code threw Error: once",
        "The code threw TypeError: rows.map is not a function (line 9, column 1).",
      ],
    },
    { category: "timeout", errors: [] },
  ],
  ...over,
});

test("hintText shows the two most frequent categories with their usual error and remedy", () => {
  expect(hintText(failures())).toBe(
    `Code you ran failed often recently, mostly with these:
- type (“TypeError: rows.map is not a function”): log a value before you call, index or loop over it.
- timeout: do less per run, and end every loop and wait.`,
  );
});

test.each([
  { total: 19, failed: 19 },
  { total: 21, failed: 2 },
  { total: 0, failed: 0, kinds: [] },
])("hintText returns no hint for %j", (over) => {
  expect(hintText(failures(over))).toBe("");
});

test("hintText has at most 400 characters for errors of any length", () => {
  const errors = [`The code threw TypeError: ${"x".repeat(5_000)}`];
  const text = hintText(
    failures({
      kinds: [
        { category: "type", errors },
        { category: "permission", errors },
      ],
    }),
  );
  expect(text.length).toBeLessThanOrEqual(400);
  expect(text).toContain("call what needs approval directly");
});
