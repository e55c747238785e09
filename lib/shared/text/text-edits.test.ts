import { expect, test } from "vitest";
import { applyEdits, type TextEdit } from "./text-edits";

const CODE = "const a = 1;\nconst b = 1;\nreturn a + b;";
const apply = (...edits: TextEdit[]) => applyEdits(CODE, edits, 'the code of "sum"');

test("applyEdits applies edits in order, each to the result of the previous ones", () => {
  expect(apply({ find: "a = 1", replace: "a = 2" })).toBe("const a = 2;\nconst b = 1;\nreturn a + b;");
  expect(apply({ find: "a + b", replace: "sum" }, { find: "return sum", replace: "return 3" })).toBe(
    "const a = 1;\nconst b = 1;\nreturn 3;",
  );
  expect(apply({ find: "return a + b;", replace: "" })).toBe("const a = 1;\nconst b = 1;\n");
});

test("applyEdits inserts replacement patterns such as $& literally", () => {
  expect(apply({ find: "a + b", replace: "$&$1$$`" })).toContain("return $&$1$$`;");
});

test.each<[string, TextEdit[], string]>([
  [
    "text that does not occur but has a similar line",
    [{ find: "a  +  B", replace: "" }],
    "The nearest is:\na + b",
  ],
  ["text without a similar line", [{ find: "zebra", replace: "" }], "Read it again"],
  ["text that occurs twice", [{ find: "= 1", replace: "" }], "2 times, so nothing was changed"],
  ["an empty string", [{ find: "", replace: "x" }], "edits[0].find is empty"],
  [
    "text that an earlier edit removed",
    [
      { find: "a + b", replace: "0" },
      { find: "a + b", replace: "1" },
    ],
    'edits[1].find does not occur in the code of "sum"',
  ],
])("applyEdits rejects an edit that finds %s", (_, edits, message) => {
  expect(() => apply(...edits)).toThrow(message);
});

test("applyEdits counts overlapping matches as ambiguous", () => {
  expect(() => applyEdits("aaa", [{ find: "aa", replace: "b" }], "it")).toThrow("2 times");
});

test("one long matching word is enough to suggest a place", () => {
  const near = (find: string) => applyEdits("<h1>\n  Plan of {of}\n</h1>", [{ find, replace: "" }], "it");
  expect(() => near("Plan off")).toThrow("The nearest is:\n  Plan of {of}");
  expect(() => near("of two")).toThrow("Read it again");
});
