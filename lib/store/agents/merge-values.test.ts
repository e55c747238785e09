import { expect, test } from "vitest";
import { mergeValues } from "./merge-values";

test.each([
  [
    "both sides of a text",
    "Meet at noon.",
    "Meet at noon. Bring tea.",
    "We meet at noon.",
    "We meet at noon. Bring tea.",
  ],
  ["typing at the same place", "foo", "foob", "foox", "foobx"],
  ["typing in the same empty text", "", "Tea", "Cake", "TeaCake"],
  ["the same write, sent twice", "", "ab and X", "abc", "ab and Xc"],
  ["two replacements of one word", "at noon", "at three", "at eleven", "at three eleven"],
  ["a deletion and a change within it", "a b c", "", "a B c", "a B c"],
  ["an insertion before a change", "one two", "one new two", "one three", "one new three"],
  ["both add to a list", [1], [1, 2], [1, 3], [1, 2, 3]],
  ["the same addition", [1], [1, 2], [1, 2], [1, 2]],
  ["a removal and an addition", ["a", "b", "c"], ["a", "c"], ["a", "b", "c", "d"], ["a", "c", "d"]],
  [
    "fields of one item",
    [{ id: 1, title: "Tea", done: false }],
    [{ id: 1, title: "Tea", done: true }],
    [{ id: 1, title: "Green tea", done: false }],
    [{ id: 1, title: "Green tea", done: true }],
  ],
  ["keys of an object", { a: 1, b: 2 }, { a: 1, b: 3, c: 4 }, { a: 9, b: 2 }, { a: 9, b: 3, c: 4 }],
  ["a deleted and a changed key", { a: 1, b: 2 }, { b: 2 }, { a: 1, b: 3 }, { b: 3 }],
  ["a key that was deleted and changed", { a: 1 }, {}, { a: 2 }, { a: 2 }],
  ["numbers, of which the later wins", 1, 2, 3, 3],
  ["a value of another type", null, "text", ["list"], ["list"]],
])("merges %s", (_, base, theirs, mine, merged) => {
  expect(mergeValues(base, theirs, mine)).toEqual(merged);
  expect(mergeValues(base, base, mine)).toEqual(mine);
  expect(mergeValues(base, theirs, base)).toEqual(theirs);
});

test("merges long texts with many differences in little time", () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join(" ");
  const began = performance.now();
  expect(String(mergeValues(text("a"), text("b"), text("c")))).toContain("b19999");
  expect(mergeValues(text("a"), `${text("a")} end`, `start ${text("a")}`)).toBe(`start ${text("a")} end`);
  expect(performance.now() - began).toBeLessThan(3_000);
});
