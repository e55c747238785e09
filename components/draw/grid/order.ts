import { compareCells, isEmpty } from "./values";

/**
 * The place of every row when a column is sorted, so that sorting compares two numbers: equal cells have one place, and
 * an empty one has none. Each different value is looked at only once.
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

/** The rows in the order of a column, by their indexes; what has no place comes last either way. */
export function inOrder(indexes: readonly number[], places: Float64Array, desc: boolean): number[] {
  const way = desc ? -1 : 1;
  const placed = indexes.filter((index) => !Number.isNaN(places[index] ?? Number.NaN));
  const others = indexes.filter((index) => Number.isNaN(places[index] ?? Number.NaN));
  return [...placed.sort((a, b) => way * ((places[a] ?? 0) - (places[b] ?? 0))), ...others];
}
