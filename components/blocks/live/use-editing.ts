import { useMemo } from "react";
import type { TableColumn } from "@/lib/shared/blocks/table";
import type { Cell } from "@/lib/shared/data/cell";
import type { Column, Row } from "../table-columns";
import type { CellEditing } from "../use-cell-edit";
import type { LiveQuery, LiveState } from "./live-query";
import { isSameCell, type LiveRow } from "./live-rows";
import { editText, typed } from "./typed";

type Editable = {
  live: LiveQuery;
  state: LiveState;
  columns: readonly TableColumn[];
  /** Of the result. */
  names: readonly string[];
  rowOf: (row: Row) => LiveRow | undefined;
};

/** How the cells of a live table are changed; undefined where its rows are not those of one table. */
export function useEditing({ live, state, columns, names, rowOf }: Editable): CellEditing | undefined {
  const source = state.result?.source;
  const said = JSON.stringify([source, names, columns.map(({ key }) => key)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is all that they are
  const places = useMemo(() => {
    // For each column that is drawn, its place in the result and its name in the table.
    const at = columns.map(({ key }) => names.indexOf(key));
    const own = at.map((place) => source?.columns[place] ?? undefined);
    return { at, own, fixed: new Set(own.flatMap((name, index) => (name === undefined ? index : []))) };
  }, [said]);
  if (!source || places.fixed.size === columns.length) return undefined;
  const { edits } = live;

  const keyOf = (key: readonly Cell[]) =>
    Object.fromEntries(source.key.map((name, index) => [name, key[index] ?? null]));
  const cellOf = (row: Row, column: number) => rowOf(row)?.cells[places.at[column] ?? -1];
  return {
    fixed: places.fixed,
    textOf(row, column) {
      const cell = cellOf(row, column);
      return rowOf(row)?.key && cell !== undefined ? editText(cell) : undefined;
    },
    take(row: Row, { label, kind }: Column, column, text) {
      const { id, key } = rowOf(row) ?? {};
      const was = cellOf(row, column);
      const [at, own] = [places.at[column], places.own[column]];
      if (!id || !key || was === undefined || at === undefined || !own) return undefined;
      const isNumeric = kind === "number" || kind === "bar" || kind === "checkbox";
      const now = text === null ? { cell: null } : typed(text, was, isNumeric);
      if ("problem" in now) return now.problem;
      if (isSameCell(now.cell, was)) return undefined;
      void edits.make({
        table: source.table,
        key: keyOf(key),
        column: own,
        label,
        row: id,
        at,
        was,
        to: now.cell,
      });
      return undefined;
    },
    addRow: () => void edits.addRow(source.table, source.key),
    removeRow(row) {
      const { key } = rowOf(row) ?? {};
      if (key) void edits.removeRow(source.table, keyOf(key));
    },
    undo: edits.canUndo ? () => void edits.undo() : undefined,
    redo: edits.canRedo ? () => void edits.redo() : undefined,
  };
}
