import { useLayoutEffect, useMemo, useState } from "react";
import type { Column, Row } from "./table-columns";

const SLICE_MS = 12;

/**
 * What can be read in every row, in lower case, for the filter: made once it is wanted, in slices, so that the first
 * letter typed into the filter of a large table is on the screen at once.
 */
export function useTexts(columns: Column[], rows: Row[], isWanted: boolean): string[] | undefined {
  const [made, setMade] = useState<{ of: Row[]; texts: string[] }>();
  // A row that has stayed the same is not read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: how they are written is a matter of the columns
  const known = useMemo(() => new WeakMap<Row, string>(), [columns]);
  // Before anything is painted: rows that have changed are chosen again at once, as far as that goes.
  useLayoutEffect(() => {
    if (!isWanted || made?.of === rows) return;
    const texts: string[] = [];
    const read = (row: Row) => {
      const text = known.get(row) ?? textOf(columns, row);
      known.set(row, text);
      return text;
    };
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
  }, [columns, rows, isWanted, made, known]);
  return made?.of === rows ? made.texts : undefined;
}

/** A number is found as it is shown and as it is written without separators. */
function textOf(columns: Column[], row: Row): string {
  const cells = columns.map((column) => {
    const text = column.text(row);
    const value = row[column.key];
    return typeof value === "number" ? `${text}\n${value}` : text;
  });
  return cells.join("\n").toLowerCase();
}
