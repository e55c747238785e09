import { compareCells, isEmpty } from "./table-cells";

/**
 * The place of every row when a column is sorted, so that sorting compares two numbers: equal cells have one place, and
 * an empty one has none. Each different value is looked at only once.
 */
export function placesOf(values: readonly unknown[]): Float64Array {
  const different = new Map<unknown, number>();
  for (const value of values) if (!isEmpty(value)) different.set(value, 0);
  const sorted = [...different.keys()].toSorted(compareCells);
  let place = 0;
  sorted.forEach((value, index) => {
    if (index > 0 && compareCells(sorted[index - 1], value) !== 0) place += 1;
    different.set(value, place);
  });
  return Float64Array.from(values, (value) =>
    isEmpty(value) ? Number.NaN : (different.get(value) ?? Number.NaN),
  );
}
