import { fitted, LEAST, textWidth } from "@/components/blocks/table-widths";
import { affinityOf } from "./affinity";
import type { Column } from "./api";
import { lineOf, type Shown } from "./cells";

/** A column as the grid draws it. */
export type GridColumn = {
  name: string;
  /** As it was declared, or found. */
  type: string;
  isKey: boolean;
  /** Numbers stand right. */
  isRight: boolean;
  isEditable: boolean;
};

/** A table's columns as its rows came, and as they were declared: one of the two may be a moment older. */
export function inOrder(declared: readonly Column[], names: readonly string[]): readonly Column[] {
  return names.map(
    (name) => declared.find((one) => one.name === name) ?? { name, type: "", notnull: false, pk: false },
  );
}

/** As the grid draws them. Until it is known which can be edited, none can. */
export function columnsOf(columns: readonly Column[], editable: readonly string[]): GridColumn[] {
  return columns.map(({ name, type, pk }) => ({
    name,
    type,
    isKey: pk,
    isRight: ["integer", "real"].includes(affinityOf(type)),
    isEditable: editable.includes(name),
  }));
}

const PADDING = 25;
const KEY = 18;
const HANDLE = 14;
const MOST = 320;

type Cells = readonly Shown[];

/** The widths with which a grid begins, in px: what the columns need, fitted into the room where that is possible. */
export function widthsOf(columns: readonly GridColumn[], rows: readonly Cells[], room: number): number[] {
  const natural = columns.map((column, at) => naturalWidth(column, at, rows));
  return fitted(natural, [], room, false);
}

/** The width that shows all of a column. */
export function naturalWidth({ name, type, isKey }: GridColumn, at: number, rows: readonly Cells[]): number {
  const head = textWidth(name) + (type ? textWidth(type) * 0.92 + 6 : 0) + (isKey ? KEY : 0) + HANDLE;
  const longest = rows.reduce((most, cells) => {
    const text = lineOf(cells[at] ?? null).slice(0, 200);
    return text.length * 13 > most ? Math.max(most, textWidth(text)) : most;
  }, 0);
  return Math.max(LEAST, Math.ceil(Math.max(Math.min(head, MOST), longest)) + PADDING);
}
