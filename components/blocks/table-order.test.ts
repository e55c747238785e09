import { expect, it } from "vitest";
import { compareCells } from "./table-cells";
import { placesOf } from "./table-order";

it("equal cells share a place, and empty ones have none", () => {
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

it("sorting by places is sorting by cells", () => {
  const values = Array.from({ length: 500 }, (_, index) =>
    index % 3 ? `row ${(index * 7919) % 501}` : (index * 31) % 97,
  );
  const places = placesOf(values);
  const byPlace = values.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  expect(byPlace.map((index) => values[index])).toEqual(values.toSorted(compareCells));
});
