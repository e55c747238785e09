import type { ReactNode } from "react";

/**
 * How the user edits the cells of a column. `none`: not at all; `text`: by typing; `box`: by a checkbox; `row`: in a
 * view of the whole row.
 */
export type CellEdit = "none" | "text" | "box" | "row";

export type GridColumn<Row> = {
  label: string;
  type?: string;
  isKey?: boolean;
  align: "left" | "right" | "center";
  edit: CellEdit;
  /** Returns a cell in one line, for widths and the clipboard; "" if empty. */
  text: (row: Row) => string;
  view: (row: Row, oneLine: boolean) => ReactNode;
  /** Returns the text that a click on the checkbox writes. Only for columns with `edit: "box"`. */
  ticked?: (row: Row) => string;
  className?: string;
  extra?: number;
  /** True if the column may get narrower and wrap its texts, to leave space for other columns. */
  wraps?: boolean;
};

export type Sorting = { column: number; desc: boolean };

/**
 * Returns the next sorting of a column: first one direction, then the other, then the original order
 * (undefined).
 */
export function nextSorting<Column>(
  before: { column: Column; desc: boolean } | undefined,
  column: Column,
  descFirst = false,
): { column: Column; desc: boolean } | undefined {
  if (before?.column !== column) return { column, desc: descFirst };
  return before.desc === descFirst ? { column, desc: !descFirst } : undefined;
}
