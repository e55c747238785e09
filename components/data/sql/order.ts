import { compareCells } from "@/components/canvas/blocks/table-cells";
import type { Cell } from "@/lib/shared/data/cell";
import { lineOf } from "../cells";
import type { Sorting } from "../grid-head";

/** A result in another order, as SQLite would sort it: numbers before texts; NULL comes last either way. */
export function ordered<Row extends readonly Cell[]>(
  rows: readonly Row[],
  sorting: Sorting | undefined,
): readonly Row[] {
  if (!sorting) return rows;
  const { column, desc } = sorting;
  const way = desc ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [one[column] ?? null, other[column] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return way * compareCells(plain(a), plain(b));
  });
}

const plain = (cell: Cell): unknown => (typeof cell === "object" && cell !== null ? lineOf(cell) : cell);
