import { expect, it } from "vitest";
import { nextSorting } from "./column";
import { inOrder, placesOf } from "./order";
import { compareCells } from "./values";

it("equal cells have the same rank, and empty cells have none", () => {
  expect([...placesOf(["b", "€9", "a10", "", 100, "a9", 9, null, "B"])]).toEqual([
    4,
    0,
    3,
    Number.NaN,
    1,
    2,
    0,
    Number.NaN,
    4,
  ]);
});

it("sorting by rank equals sorting by cells", () => {
  const values = Array.from({ length: 500 }, (_, index) =>
    index % 3 ? `row ${(index * 7919) % 501}` : (index * 31) % 97,
  );
  const places = placesOf(values);
  const byPlace = values.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  expect(byPlace.map((index) => values[index])).toEqual(values.toSorted(compareCells));
});

it("inOrder is stable in both directions, with empty cells last", () => {
  const places = placesOf(["b", "", "a", "b", null, 7]);
  const all = [0, 1, 2, 3, 4, 5];
  expect(inOrder(all, places, false)).toEqual([5, 2, 0, 3, 1, 4]);
  expect(inOrder(all, places, true)).toEqual([0, 3, 2, 5, 1, 4]);
  expect(inOrder([4, 3, 2], places, false)).toEqual([2, 3, 4]);
});

it("empty strings have a rank if only NULL is empty", () => {
  expect([...placesOf(["b", "", null], (value) => value === null)]).toEqual([1, 0, Number.NaN]);
});

it("nextSorting cycles through both directions and the original order", () => {
  const first = nextSorting(undefined, 2);
  expect(first).toEqual({ column: 2, desc: false });
  expect(nextSorting(first, 2)).toEqual({ column: 2, desc: true });
  expect(nextSorting({ column: 2, desc: true }, 2)).toBeUndefined();
  expect(nextSorting(first, 1)).toEqual({ column: 1, desc: false });
});

it("nextSorting starts descending for quantities", () => {
  expect(nextSorting(undefined, 0, true)).toEqual({ column: 0, desc: true });
  expect(nextSorting({ column: 0, desc: true }, 0, true)).toEqual({ column: 0, desc: false });
  expect(nextSorting({ column: 0, desc: false }, 0, true)).toBeUndefined();
});
