import { expect, it } from "vitest";
import { codesSoFar } from "./code-so-far";

const current = "one\ntwo\nthree\n";
const codes = (input: unknown, isWritten = false) =>
  codesSoFar(input, current, isWritten).map(({ code }) => code);

it("returns a truncated code argument as is", () => {
  expect(codesSoFar({ code: "export def" }, current, false)).toEqual([
    { code: "export def", isWhole: false },
  ]);
});

it("applies complete edits, and whole lines of the last edit", () => {
  const first = { find: "one", replace: "1" };
  expect(codes({ edits: [] })).toEqual([]);
  expect(codes({ edits: [{ find: "one" }] })).toEqual([]);
  // The last edit is still streaming: after "1", more of its replacement may follow.
  expect(codes({ edits: [first] })).toEqual([]);
  expect(codes({ edits: [first, { find: "tw" }] })).toEqual(["1\ntwo\nthree\n"]);
  const half = { find: "two", replace: "2\nand a h" };
  expect(codes({ edits: [first, half] })).toEqual(["1\n2\n\nthree\n", "1\ntwo\nthree\n"]);
  expect(codes({ edits: [first, half] }, true)).toEqual(["1\n2\nand a h\nthree\n"]);
  // Another field follows, so the edits are complete and are applied as a whole.
  expect(codes({ edits: [first], wait: false })).toEqual(["1\ntwo\nthree\n"]);
  // `find` itself may be incomplete, so the edit is not applied.
  expect(codes({ edits: [{ replace: "2\n", find: "tw" }] })).toEqual([]);
});

it("stops at an edit that is ambiguous, missing or invalid", () => {
  for (const edit of [
    { find: "four", replace: "4" },
    { find: "t", replace: "" },
    { find: "", replace: "x" },
    { find: 3, replace: "x" },
    "one",
    null,
  ])
    expect(
      codes({ edits: [{ find: "one", replace: "1" }, edit, { find: "two", replace: "2" }] }, true),
    ).toEqual(["1\ntwo\nthree\n"]);
  expect(codes({ edits: "one" }, true)).toEqual([]);
  expect(codesSoFar({ edits: [{ find: "one", replace: "1" }] }, undefined, true)).toEqual([]);
});
