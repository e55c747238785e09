import { useLayoutEffect, useMemo, useState } from "react";
import type { Sorting } from "@/components/draw/grid/column";
import { inOrder, placesOf } from "@/components/draw/grid/order";
import { type Column, orderOf, type Row } from "./table-columns";

const SLICE_MS = 12;

/** Which rows are shown, by their indexes: those of which a cell holds `filter`, in the wanted order. */
export function useShownRows(
  columns: readonly Column[],
  rows: readonly Row[],
  { filter, sorting }: { filter: string; sorting: Sorting | undefined },
): readonly number[] {
  const texts = useTexts(columns, rows, filter !== "");
  const column = sorting && columns[sorting.column];
  const places = useMemo(() => column && placesOf(rows.map((row) => orderOf(column, row))), [rows, column]);
  const desc = sorting?.desc ?? false;
  const ordered = useMemo(() => {
    const all = [...rows.keys()];
    return places ? inOrder(all, places, desc) : all;
  }, [rows, places, desc]);
  return useMemo(
    () => (texts && filter ? ordered.filter((index) => texts[index]?.includes(filter)) : ordered),
    [ordered, texts, filter],
  );
}

/**
 * What can be read in every row, in lower case, for the filter: made once it is wanted, in slices, so that the first
 * letter typed into the filter of a large table is on the screen at once.
 */
function useTexts(columns: readonly Column[], rows: readonly Row[], isWanted: boolean): string[] | undefined {
  const [made, setMade] = useState<{ of: readonly Row[]; texts: string[] }>();
  const read = useMemo(() => reader(columns), [columns]);
  // Before anything is painted: rows that have changed are chosen again at once, as far as that goes.
  useLayoutEffect(() => {
    if (!isWanted || made?.of === rows) return;
    const texts: string[] = [];
    let timer: ReturnType<typeof setTimeout>;
    const slice = () => {
      const end = performance.now() + SLICE_MS;
      while (texts.length < rows.length && performance.now() < end) {
        const row = rows[texts.length];
        texts.push(row ? read(row) : "");
      }
      if (texts.length === rows.length) setMade({ of: rows, texts });
      else timer = setTimeout(slice);
    };
    slice();
    return () => clearTimeout(timer);
  }, [rows, isWanted, made, read]);
  return made?.of === rows ? made.texts : undefined;
}

/** Reads a row that has stayed the same only once. A number is found as it is shown, and as it is without separators. */
function reader(columns: readonly Column[]): (row: Row) => string {
  const known = new WeakMap<Row, string>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const cells = columns.map((column) => {
      const value = row[column.key];
      return typeof value === "number" ? `${column.text(row)}\n${value}` : column.text(row);
    });
    const text = cells.join("\n").toLowerCase();
    known.set(row, text);
    return text;
  };
}
