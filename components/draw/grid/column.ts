import type { ReactNode } from "react";

/** How the cells of a column are changed: not at all, by writing, by a tick, or in a view of the whole row. */
export type CellEdit = "none" | "text" | "box" | "row";

/** A column of a grid of `Row`s. It is the same object for as long as it is drawn in the same way. */
export type GridColumn<Row> = {
  label: string;
  /** As it was declared; stands beside the label. */
  type?: string;
  isKey?: boolean;
  align: "left" | "right" | "center";
  edit: CellEdit;
  /** A cell in one line, for widths and the clipboard; "" where it is empty. */
  text: (row: Row) => string;
  view: (row: Row, oneLine: boolean) => ReactNode;
  /** What a tick would write into a cell; of columns that are ticked. */
  ticked?: (row: Row) => string;
  className?: string;
  /** Px that the cells need beside their text. */
  extra?: number;
  /** Its texts may be wrapped to make room for other columns. */
  wraps?: boolean;
};

export type Sorting = { column: number; desc: boolean };

/** One way first, then the other, then the rows' own order. */
export function nextSorting<Column>(
  before: { column: Column; desc: boolean } | undefined,
  column: Column,
  descFirst = false,
): { column: Column; desc: boolean } | undefined {
  if (before?.column !== column) return { column, desc: descFirst };
  return before.desc === descFirst ? { column, desc: !descFirst } : undefined;
}
