"use client";

import { Pencil, Plus, Search, Trash2 } from "lucide-react";
import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import type { StoredEntry } from "@/components/client/surface-state";
import { nextSorting } from "@/components/draw/grid/column";
import type { EditLog } from "@/components/draw/grid/edit-log";
import { Grid } from "@/components/draw/grid/grid";
import { MANY_ROWS } from "@/components/draw/grid/slots";
import { useUndoKeys } from "@/components/draw/grid/undo";
import type { GridEditing } from "@/components/draw/grid/use-cell-editing";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import type { Block } from "@/lib/shared/blocks";
import type { TableColumn } from "@/lib/shared/blocks/table-column";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Ask } from "../props";
import { useRowActions } from "./row-actions";
import { FILTERABLE } from "./table";
import { gridColumnOf } from "./table-cell";
import { type Column, looksOf, QUANTITIES, type Row, withText } from "./table-columns";
import { TableFooter } from "./table-footer";
import { useShownRows } from "./use-shown-rows";
import { useTableView } from "./use-table-view";

const BOXED = 16;

type TableGridProps = {
  columns: TableColumn[];
  rows: Row[];
  name: string;
  growing?: boolean;
  stored?: StoredEntry;
  live?: LiveRows;
  actions?: { all: Block<"table">["actions"]; ask: Ask };
};

export type LiveRows = {
  idOf: (row: Row) => string;
  isCut: boolean;
  mark: ReactNode;
  editing?: TableEditing;
};

export type TableEditing = Pick<GridEditing<Row>, "refusal" | "begin"> & {
  edits: EditLog;
  take: (
    row: Row,
    cells: ReadonlyMap<number, string | null>,
    holdsNumbers: (column: number) => boolean,
  ) => string | undefined;
  fixed: ReadonlySet<number>;
  labelOf: (column: string) => string;
  addRow: () => void;
  removeRow: (row: Row) => void;
};

export function TableGrid(props: TableGridProps) {
  const { columns: tableColumns, rows, name, growing = false, stored, live, actions } = props;
  const { filter, sorting, setFilter, setSorting } = useTableView(stored);
  const wanted = useDeferredValue(filter.trim().toLowerCase());
  const looks = useStable(useMemo(() => looksOf(tableColumns, rows), [tableColumns, rows]));
  const columns = useMemo(() => looks.map(withText), [looks]);
  const editing = live?.editing;
  const { fixed } = editing ?? {};
  const buttons = useRowActions(actions);
  const gridColumns = useMemo(
    () => [
      ...columns.map((column, at) => gridColumnOf(column, fixed !== undefined && !fixed.has(at))),
      ...buttons.columns,
    ],
    [columns, fixed, buttons.columns],
  );
  const shown = useShownRows(columns, rows, { filter: wanted, sorting });
  const rowAt = (index: number) => rows[shown[index] ?? -1];
  const idAt = (index: number) => {
    const row = live && rowAt(index);
    return row ? live.idOf(row) : String(shown[index]);
  };

  const area = useRef<HTMLDivElement>(null);
  useUndoKeys(area, editing?.edits);
  const [isAtHeading, setAtHeading] = useState(false);
  const [status, say] = useState("");
  const [at, setAt] = useState<number>();
  const row = at === undefined ? undefined : rowAt(at);
  const holdsNumbers = (column: number) =>
    isQuantity(columns[column]) || columns[column]?.kind === "checkbox";
  const gridEditing: GridEditing<Row> | undefined = editing && {
    refusal: editing.refusal,
    begin: editing.begin,
    take: (row, cells) => editing.take(row, cells, holdsNumbers),
    say,
  };
  const onSort = (column: number) => {
    if (columns[column]) setSorting(nextSorting(sorting, column, isQuantity(columns[column])));
  };

  return (
    <div ref={area} className="flex flex-col">
      {(rows.length >= FILTERABLE || filter !== "") && <TableFilter value={filter} onChange={setFilter} />}
      {editing && (
        <TableEditBar row={row && at} onAdd={editing.addRow} onRemove={() => row && editing.removeRow(row)} />
      )}
      <Grid
        label={name}
        columns={gridColumns}
        rows={{ count: shown.length, at: rowAt, idAt }}
        sample={rows}
        sorting={sorting}
        onSort={onSort}
        order={`${sorting?.column} ${sorting?.desc} ${wanted}`}
        editing={gridEditing}
        wraps={rows.length <= MANY_ROWS}
        marksRow={editing !== undefined}
        onHeading={setAtHeading}
        onRow={setAt}
        className={
          rows.length > BOXED
            ? "max-h-[min(520px,70dvh)] group-data-full/sheet:max-h-[calc(100dvh-220px)]"
            : undefined
        }
      >
        {!growing && <Nothing filter={filter.trim()} clear={() => setFilter("")} />}
      </Grid>
      {buttons.error && <FieldError className="mt-1">{buttons.error}</FieldError>}
      <TableFooter
        count={counted(shown.length, rows.length, { growing, isCut: live?.isCut })}
        isAtHeading={isAtHeading}
        status={status}
        name={name}
        columns={columns}
        rows={() => shown.flatMap((index): Row[] => (rows[index] ? [rows[index]] : []))}
        mark={live?.mark}
        editing={editing}
      />
    </div>
  );
}

const isQuantity = (column: Column | undefined): boolean =>
  column !== undefined && QUANTITIES.has(column.kind);

function TableFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="relative mb-2 max-w-60 max-md:max-w-none">
      <label htmlFor={id} className="sr-only">
        {t("filterRows")}
      </label>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-3"
      />
      <Input
        id={id}
        type="search"
        placeholder={t("filter")}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-8"
      />
    </div>
  );
}

type TableEditBarProps = {
  row: number | undefined;
  onAdd: () => void;
  onRemove: () => void;
};

function TableEditBar({ row, onAdd, onRemove }: TableEditBarProps) {
  const isChosen = row !== undefined;
  return (
    <div className="-mx-2 mb-1 flex flex-wrap items-center gap-x-1 text-meta text-ink-3">
      <p className="flex min-w-0 flex-1 items-center gap-1.5 px-2 max-md:basis-full">
        <Pencil aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate pointer-coarse:hidden">{t("editHint")}</span>
        <span className="hidden truncate pointer-coarse:inline">{t("editHintTouch")}</span>
      </p>
      <Button variant="ghost" size="sm" className="text-meta" onClick={onAdd}>
        <Plus aria-hidden />
        {t("addRow")}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="text-meta"
        aria-disabled={!isChosen}
        title={isChosen ? undefined : t("chooseCell")}
        onClick={() => isChosen && onRemove()}
      >
        <Trash2 aria-hidden />
        {isChosen ? t("deleteRow", { row: row + 1 }) : t("deleteARow")}
      </Button>
    </div>
  );
}

function Nothing({ filter, clear }: { filter: string; clear: () => void }) {
  return (
    <p className="sticky left-0 flex items-center justify-center gap-3 py-6 text-ui text-ink-2">
      {filter ? t("noRowContains", { filter }) : t("noRows")}
      {filter && (
        <Button variant="outline" size="sm" onClick={clear}>
          {common("showAll")}
        </Button>
      )}
    </p>
  );
}

type Counting = { growing: boolean; isCut?: boolean };

function counted(shown: number, all: number, { growing, isCut = false }: Counting): string {
  if (growing) return t("stillLoading");
  if (shown === all) return isCut ? t("firstRows", { count: all }) : t("rows", { count: all });
  return isCut ? t("rowsOfFirst", { shown, all }) : t("rowsOf", { shown, all });
}
