import { expect, it } from "vitest";
import { type Chosen, choose } from "./selection";

const rowKeyAt = (index: number) => (index === 3 ? undefined : { id: `row ${index}`, key: index });
const none: Chosen<number> = new Map();
const keys = (chosen: Chosen<number>) => [...chosen.values()];

it("choose selects and deselects a row", () => {
  const one = choose(none, rowKeyAt, 2, 2);
  expect(keys(one)).toEqual([2]);
  expect(keys(choose(one, rowKeyAt, 2, 2))).toEqual([]);
  expect(keys(none)).toEqual([]);
});

it("choose selects a range in both directions, without rows that are not loaded", () => {
  expect(keys(choose(none, rowKeyAt, 1, 5))).toEqual([1, 2, 4, 5]);
  expect(keys(choose(none, rowKeyAt, 2, 0))).toEqual([0, 1, 2]);
});

it("the last row of a range determines whether the range is selected or deselected", () => {
  const all = choose(none, rowKeyAt, 0, 5);
  expect(keys(choose(all, rowKeyAt, 0, 2))).toEqual([4, 5]);
  expect(keys(choose(choose(none, rowKeyAt, 1, 1), rowKeyAt, 1, 2))).toEqual([1, 2]);
});

it("choose does not select a row that is not loaded", () => {
  expect(keys(choose(none, rowKeyAt, 3, 3))).toEqual([]);
});
