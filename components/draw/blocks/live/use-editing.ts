import { useMemo } from "react";
import { editableText, isSame, type Key } from "@/components/draw/grid/cells";
import type { LiveQuery, LiveState } from "@/components/draw/live-queries/live-query";
import type { LiveRow } from "@/components/draw/live-queries/live-rows";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import type { TableColumn } from "@/lib/shared/blocks/table-column";
import type { Cell } from "@/lib/shared/data/cell";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { Row } from "../table/table-columns";
import type { TableEditing } from "../table/table-grid";
import { typed } from "./typed";

type Editable = {
  live: LiveQuery;
  state: LiveState;
  columns: readonly TableColumn[];
  names: readonly string[];
  rowOf: (row: Row) => LiveRow | undefined;
};

/**
 * Returns the callbacks that edit the cells of a live table; undefined if its rows do not belong to a single table or
 * no column can be edited.
 */
export function useEditing({ live, state, columns, names, rowOf }: Editable): TableEditing | undefined {
  const source = useStable(state.result?.source);
  const places = useStable(columns.map(({ key }) => names.indexOf(key)));
  const own = useStable(places.map((place) => source?.columns[place] ?? undefined));
  const fixed = useMemo(() => new Set(own.flatMap((name, at) => (name === undefined ? at : []))), [own]);
  if (!source || fixed.size === columns.length) return undefined;
  const { edits } = live;
  const { table } = source;

  const keyOf = (row: Row): Key | undefined => {
    const { key } = rowOf(row) ?? {};
    return key && Object.fromEntries(source.key.map((name, at) => [name, key[at] ?? null]));
  };
  const cellOf = (row: Row, column: number): Cell => rowOf(row)?.cells[places[column] ?? -1] ?? null;
  return {
    edits,
    fixed,
    labelOf: (name) => columns[own.indexOf(name)]?.label ?? name,
    refusal: (row) => (keyOf(row) ? undefined : t("noUniqueKey")),
    begin(row, column) {
      const text = editableText(cellOf(row, column));
      return text === undefined ? undefined : { row, text };
    },
    take(row, cells, holdsNumbers) {
      const key = keyOf(row);
      const set: Record<string, Cell> = {};
      const was: Record<string, Cell> = {};
      for (const [column, text] of cells) {
        const name = own[column];
        if (!name) continue;
        const before = cellOf(row, column);
        const now = text === null ? { cell: null } : typed(text, before, holdsNumbers(column));
        if ("problem" in now) return now.problem;
        if (isSame(now.cell, before)) continue;
        set[name] = now.cell;
        was[name] = before;
      }
      if (key && Object.keys(set).length > 0) void edits.make({ kind: "set", table, key, set, was });
      return undefined;
    },
    addRow: () => void edits.make({ kind: "insert", table, rows: [{}], named: source.key }),
    removeRow(row) {
      const key = keyOf(row);
      if (key) void edits.make({ kind: "delete", table, keys: [key] });
    },
  };
}
