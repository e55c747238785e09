import { describe, expect, test } from "vitest";
import { edit, type IdentityEdit } from "./edit";

const TEXT = "Be kind.\nAnswer in English.\nBe kind again.";
const apply = (wanted: IdentityEdit, text = TEXT) => edit(text, wanted, "the system prompt");
const refusal = (wanted: IdentityEdit, text = TEXT) => {
  try {
    apply(wanted, text);
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid" });
    return String(error);
  }
  throw new Error("It was taken");
};

test.each<[string, IdentityEdit, string]>([
  ["replace", { operation: "replace", content: "New" }, "New"],
  ["replace with an empty text", { operation: "replace", content: "" }, ""],
  ["append", { operation: "append", content: " End" }, `${TEXT} End`],
  ["append without a break", { operation: "append", content: "Be brief." }, `${TEXT}\nBe brief.`],
  ["prepend", { operation: "prepend", content: "Begin " }, `Begin ${TEXT}`],
  ["prepend without a break", { operation: "prepend", content: "Hello." }, `Hello.\n${TEXT}`],
  ["delete", { operation: "delete", content: "Be kind" }, ".\nAnswer in English.\nBe kind again."],
  [
    "find_replace",
    { operation: "find_replace", find: "Be kind", replace: "Be terse" },
    TEXT.replace("Be kind", "Be terse"),
  ],
  [
    "find_replace everywhere",
    { operation: "find_replace", find: "Be kind", replace: "", replace_all: true },
    ".\nAnswer in English.\n again.",
  ],
])("edit applies %s", (_, wanted, result) => {
  expect(apply(wanted)).toBe(result);
});

test("edit takes $ patterns in the replacement literally", () => {
  for (const replace_all of [false, true])
    expect(apply({ operation: "find_replace", find: "a", replace: "$&$1$$$`", replace_all }, "xay")).toBe(
      "x$&$1$$$`y",
    );
});

test.each<[IdentityEdit, string]>([
  [{ operation: "replace", find: "a", replace: "b" }, "replace needs `content`"],
  [{ operation: "append" }, "append needs `content`"],
  [{ operation: "prepend" }, "prepend needs `content`"],
  [{ operation: "delete" }, "delete needs `content`"],
  [{ operation: "find_replace", replace: "b" }, "find_replace needs `find`"],
  [{ operation: "find_replace", find: "kind" }, "find_replace needs `replace`"],
  [{ operation: "find_replace", find: "", replace: "b" }, "`find` is empty"],
  [{ operation: "delete", content: "" }, "`content` is empty"],
  [{ operation: "find_replace", find: "nothing like it", replace: "b" }, "Read it again"],
  [{ operation: "delete", content: "be  KIND" }, "The nearest is:\nBe kind"],
])("edit rejects %o: %s", (wanted, message) => {
  expect(refusal(wanted)).toContain(message);
});

describe("the nearest text to one that was not found", () => {
  const near = (find: string, text = TEXT) =>
    refusal({ operation: "find_replace", find, replace: "" }, text).split("The nearest is:\n")[1];

  test("differs only in spaces, case or quotes, or is the line that shares most words", () => {
    expect(near("answer in\nenglish")).toBe("Answer in English");
    expect(near("don't", "You don’t know")).toBe("don’t");
    expect(near("Always answer in English, please")).toBe("Answer in English.");
    expect(near("Speak German")).toBeUndefined();
  });

  test("is found in bounded time", () => {
    const began = process.cpuUsage();
    near(`${"(a+)+ ".repeat(15_000)}!`, "a ".repeat(50_000));
    near("[x](", `${"a".repeat(100_000)}`);
    expect(process.cpuUsage(began).user).toBeLessThan(500_000);
  });
});

test("edit adds no line break to an empty text", () => {
  expect(apply({ operation: "append", content: "Be brief." }, "")).toBe("Be brief.");
});

test("edit rejects a text that would be too long before creating it", () => {
  expect(refusal({ operation: "append", content: "x" }, "x".repeat(100_000))).toContain("100002 characters");
  const bomb = {
    operation: "find_replace",
    find: "x",
    replace: "y".repeat(100_000),
    replace_all: true,
  } as const;
  expect(refusal(bomb, "x".repeat(100_000))).toContain("10000000000 characters; at most 100000");
  expect(apply({ operation: "replace", content: "x".repeat(100_000) })).toHaveLength(100_000);
});

test("edit rejects text that cannot be stored, also after an edit splits a surrogate pair", () => {
  expect(refusal({ operation: "append", content: "\0" })).toContain("cannot be stored");
  expect(refusal({ operation: "delete", content: "\ud83d" }, "a\u{1f600}b")).toContain("cannot be stored");
});
