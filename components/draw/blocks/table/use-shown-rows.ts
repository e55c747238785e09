import { useLayoutEffect, useMemo, useState } from "react";
import type { Sorting } from "@/components/draw/grid/column";
import { inOrder, placesOf } from "@/components/draw/grid/order";
import { type Column, orderOf, type Row } from "./table-columns";

const SLICE_MS = 12;

export function useShownRows(
  columns: readonly Column[],
  rows: readonly Row[],
  { filter, sorting }: { filter: string; sorting: Sorting | undefined },
): readonly number[] {
  const texts = useFilterTexts(columns, rows, filter !== "");
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
 * Returns the lower-case text of each row for the filter. It is computed on demand and in slices, so that the
 * first letter typed into the filter of a large table appears at once.
 */
function useFilterTexts(
  columns: readonly Column[],
  rows: readonly Row[],
  isWanted: boolean,
): string[] | undefined {
  const [made, setMade] = useState<{ of: readonly Row[]; texts: string[] }>();
  const read = useMemo(() => reader(columns), [columns]);
  // A layout effect, so that changed rows are filtered before the paint if one slice suffices.
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

/**
 * Returns a function that returns the filter text of a row, cached by row object. The text of a number is the formatted
 * number and the plain one.
 */
function reader(columns: readonly Column[]): (row: Row) => string {
  const cache = new WeakMap<Row, string>();
  return (row) => {
    const before = cache.get(row);
    if (before !== undefined) return before;
    const cells = columns.map((column) => {
      const value = row[column.key];
      return typeof value === "number" ? `${column.text(row)}\n${value}` : column.text(row);
    });
    const text = cells.join("\n").toLowerCase();
    cache.set(row, text);
    return text;
  };
}
