import { describe, expect, it } from "vitest";
import { above, isLarger, linesOf, pathOf } from "./json-nodes";
import { search } from "./json-search";

const data = { oven: 2, "a/b": { "c d": [10, { steam: "Steam on" }] }, none: null, empty: [] };
const opened = (...ids: string[]) => new Map(ids.map((id) => [id, true]));
const has = (map: Map<string, boolean>) => ({ has: (id: string) => map.get(id) });
const all = linesOf(data, { has: () => true });

describe("linesOf", () => {
  it("returns the visible lines in document order", () => {
    const lines = linesOf(data, has(opened()));
    expect(lines.map(({ name, depth }) => [name, depth])).toEqual([
      [undefined, 0],
      ["oven", 1],
      ["a/b", 1],
      ["c d", 2],
      ["none", 1],
      ["empty", 1],
    ]);
    expect(lines.find(({ name }) => name === "empty")).toMatchObject({
      size: 0,
      folds: false,
      isOpen: false,
    });
  });

  it("keeps nodes that the user folded or opened", () => {
    expect(linesOf(data, has(new Map([["", false]])))).toHaveLength(1);
    expect(linesOf(data, has(opened("/a~1b/c d"))).map(({ name }) => name)).toContain(1);
  });

  it("initially folds a long list and a long string", () => {
    const long = linesOf({ list: Array.from({ length: 50 }), text: "x".repeat(200) }, has(opened()));
    expect(long.map(({ folds, isOpen }) => [folds, isOpen])).toEqual([
      [true, true],
      [true, false],
      [true, false],
    ]);
  });

  it("handles a very long list quickly", () => {
    const list = Array.from({ length: 200_000 }, (_, index) => index);
    expect(linesOf(list, { has: () => true })).toHaveLength(200_001);
  });
});

it("pathOf writes the path as a JavaScript expression", () => {
  expect(all.map(pathOf)).toContain('$["a/b"]["c d"][1].steam');
});

it("above returns all ancestors", () => {
  expect(above("/a~1b/c d/1")).toEqual(["", "/a~1b", "/a~1b/c d"]);
  expect(above("")).toEqual([""]);
});

it("search finds names and values from top to bottom, but no array indices", () => {
  const hits = (query: string) => [...search(data, query)].filter((id) => id !== undefined);
  expect(hits("STEAM")).toEqual(["/a~1b/c d/1/steam"]);
  expect(hits("1")).toEqual(["/a~1b/c d/0"]);
  expect(hits("n")).toEqual(["/oven", "/a~1b/c d/1/steam", "/none"]);
});

it("isLarger counts nested values", () => {
  expect(isLarger(data, 8)).toBe(false);
  expect(isLarger(data, 7)).toBe(true);
  expect(isLarger("text", 0)).toBe(false);
});
