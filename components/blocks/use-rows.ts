import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { cellOf } from "./table-cells";
import type { Column, Row } from "./table-columns";
import { placesOf } from "./table-order";
import type { TableView } from "./use-table-view";

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
});

type Wanted = {
  filter: string;
  /** All that can be read in each row, in lower case. */
  texts: string[] | undefined;
  sorting: TableView["sorting"];
  onSort: (sorting: TableView["sorting"]) => void;
  /** Of rows that come and go. */
  idOf?: (row: Row) => string;
};

/** The rows that are wanted, in the wanted order. */
export function useRows(columns: Column[], rows: Row[], { filter, texts, sorting, onSort, idOf }: Wanted) {
  // Columns go by their place: a model may name two by one key, or one by a path with dots.
  const definitions = useMemo(
    () => columns.map((column, index) => define(column, index, rows)),
    [columns, rows],
  );
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row, index) => idOf?.(row) ?? String(index),
    state: { globalFilter: texts && filter, sorting },
    onSortingChange: (change) => onSort(typeof change === "function" ? change(sorting) : change),
    // A row is looked at once, not once a column.
    getColumnCanGlobalFilter: ({ id }) => id === "0",
    globalFilterFn: ({ index }, _, wanted: string) => texts?.[index]?.includes(wanted) ?? true,
    enableMultiSort: false,
  });
}

export type RowsTable = ReturnType<typeof useRows>;

function define({ key, kind }: Column, index: number, rows: Row[]) {
  let places: Float64Array | undefined;
  const placeOf = (row: number) => {
    places ??= placesOf(rows.map((each) => cellOf(each, key)));
    return places[row] ?? Number.NaN;
  };
  return {
    id: String(index),
    accessorFn: (_: Row, row: number) => {
      const place = placeOf(row);
      return Number.isNaN(place) ? undefined : place;
    },
    sortFn: (a: { index: number }, b: { index: number }) => placeOf(a.index) - placeOf(b.index),
    sortUndefined: "last" as const,
    sortDescFirst: kind === "number" || kind === "bar",
  };
}
