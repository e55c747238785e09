import { expect, it } from "vitest";
import { type Chosen, choose } from "./selection";

const knownAt = (index: number) => (index === 3 ? undefined : { id: `row ${index}`, key: index });
const none: Chosen<number> = new Map();
const keys = (chosen: Chosen<number>) => [...chosen.values()];

it("a row is chosen and let go of again", () => {
  const one = choose(none, knownAt, 2, 2);
  expect(keys(one)).toEqual([2]);
  expect(keys(choose(one, knownAt, 2, 2))).toEqual([]);
  expect(keys(none)).toEqual([]);
});

it("with Shift all rows between are chosen, upwards and downwards, and what is not read yet is left out", () => {
  expect(keys(choose(none, knownAt, 1, 5))).toEqual([1, 2, 4, 5]);
  expect(keys(choose(none, knownAt, 2, 0))).toEqual([0, 1, 2]);
});

it("the last row says whether rows between are chosen or let go of", () => {
  const all = choose(none, knownAt, 0, 5);
  expect(keys(choose(all, knownAt, 0, 2))).toEqual([4, 5]);
  expect(keys(choose(choose(none, knownAt, 1, 1), knownAt, 1, 2))).toEqual([1, 2]);
});

it("a row that is not read yet is not chosen", () => {
  expect(keys(choose(none, knownAt, 3, 3))).toEqual([]);
});
