import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { TableColumn } from "@/lib/shared/blocks/table";
import { cellOf, cellText, columnFormat, compareCells, isEmpty, isNumeric } from "./table-cells";

export type Row = Record<string, unknown>;

type Look = { numeric: boolean; align: "left" | "right" | "center"; format: Intl.NumberFormat };

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  columnMeta: {} as Look,
});

type Column = ColumnDef<typeof features, Row, unknown>;

/** The rows of a table block, sortable by every column and filtered by a text that any cell may hold. */
export function useRows(columns: TableColumn[], data: Row[], filter: string) {
  const definitions = useMemo(
    () => columns.map((column, index) => define(column, index, data)),
    [columns, data],
  );
  const table = useTable({
    features,
    columns: definitions,
    data,
    state: { globalFilter: filter.trim().toLowerCase() },
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row, id, wanted: string) => cellText(row.getValue(id)).toLowerCase().includes(wanted),
    enableMultiSort: false,
  });
  return table;
}

export type RowsTable = ReturnType<typeof useRows>;

// Columns go by their place: a model may name two by one key, or one by a path with dots.
function define({ key, label, align }: TableColumn, index: number, data: Row[]): Column {
  const values = data.map((row) => cellOf(row, key));
  const numeric = isNumeric(values);
  return {
    id: String(index),
    header: label,
    accessorFn: (row) => {
      const value = cellOf(row, key);
      return isEmpty(value) ? undefined : value;
    },
    sortFn: (a, b, id) => compareCells(a.getValue(id), b.getValue(id)),
    sortUndefined: "last",
    sortDescFirst: numeric,
    meta: { numeric, align: align ?? (numeric ? "right" : "left"), format: columnFormat(values) },
  };
}
