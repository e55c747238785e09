import { compareCells, isEmpty } from "./values";

/**
 * Returns the rank of every row in a sorted column, so that sorting compares numbers. Equal cells have the
 * same rank, empty ones NaN. Each distinct value is compared only once.
 */
export function placesOf(values: readonly unknown[], isNone = isEmpty): Float64Array {
  const different = new Map<unknown, number>();
  for (const value of values) if (!isNone(value)) different.set(value, 0);
  const sorted = [...different.keys()].toSorted(compareCells);
  let place = 0;
  sorted.forEach((value, index) => {
    if (index > 0 && compareCells(sorted[index - 1], value) !== 0) place += 1;
    different.set(value, place);
  });
  return Float64Array.from(values, (value) =>
    isNone(value) ? Number.NaN : (different.get(value) ?? Number.NaN),
  );
}

/** Returns row indexes sorted by rank. Rows without a rank are last in both directions. */
export function inOrder(indexes: readonly number[], places: Float64Array, desc: boolean): number[] {
  const way = desc ? -1 : 1;
  const placed = indexes.filter((index) => !Number.isNaN(places[index] ?? Number.NaN));
  const others = indexes.filter((index) => Number.isNaN(places[index] ?? Number.NaN));
  return [...placed.sort((a, b) => way * ((places[a] ?? 0) - (places[b] ?? 0))), ...others];
}
