"use client";

import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import type { CellPosition } from "@/components/draw/grid/cell-place";
import { keyText } from "@/components/draw/grid/cells";
import type { GridColumn } from "@/components/draw/grid/column";
import type { EditLog } from "@/components/draw/grid/edit-log";
import { Grid } from "@/components/draw/grid/grid";
import { Refusals } from "@/components/draw/grid/refusals";
import { useSelection } from "@/components/draw/grid/selection";
import { UndoButtons, useUndoKeys } from "@/components/draw/grid/undo";
import { Button } from "@/components/ui/button";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import { later } from "@/components/ui/later";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/data";
import type { Table } from "./api";
import { columnsOf, inOrder } from "./columns";
import { draftOf, FilterPopover } from "./filter-popover";
import { rowEditing } from "./row-editing";
import type { Row, RowPages } from "./row-pages";
import { RowSearch } from "./row-search";
import { RowsFoot } from "./rows-foot";
import { useTableRows } from "./use-table-rows";
import { useWanted } from "./use-wanted";

const RowDialog = later(() => import("./row-dialog").then((module) => module.RowDialog));

const WAITING = 12;

export function RowsView({ table }: { table: Table }) {
  const { name } = table;
  const declared = useStable(table.columns);
  const filters = useWanted(declared);
  const { wanted, sort, isChoice } = filters;
  const isOrdered = sort !== undefined || isChoice;
  const { pages, edits, hold } = useTableRows(name, wanted, isOrdered);
  const { columns: names, editable, key: named } = pages.head ?? {};
  const fields = useMemo(() => (names ? inOrder(declared, names) : declared), [declared, names]);
  const columns = useMemo(() => columnsOf(fields, editable ?? []), [fields, editable]);
  const canEdit = named !== undefined && named.length > 0;

  const [isFiltering, setIsFiltering] = useState(false);
  const [open, setOpen] = useState<{ index: number } | "new">();
  const [message, say] = useState("");
  const [focusOn, onAdded] = useAddedRow(pages.count);
  const area = useRef<HTMLDivElement>(null);
  useUndoKeys(area, edits, true);
  const editing = useMemo(() => {
    const openRow = (index: number) => setOpen({ index });
    return rowEditing({ table: name, columns: fields, edits, openRow, say, onHold: hold });
  }, [fields, name, edits, hold]);
  const selection = useRowSelection(pages);
  const remove = async () => say(await removed(name, selection, edits));
  const sortedAt = fields.findIndex((one) => one.name === sort?.column);
  const openRow = open !== undefined && open !== "new" ? pages.row(open.index) : undefined;
  const filterBy = (at: number) => {
    const column = fields[at]?.name ?? "";
    filters.setDrafts([...filters.drafts, draftOf(column, filters.drafts)]);
    setIsFiltering(true);
  };

  return (
    <div
      ref={area}
      className="flex min-h-0 flex-1 flex-col overflow-hidden bg-sheet md:mx-7 md:mb-7 md:rounded-sheet md:shadow-sheet"
    >
      <RowsBar name={name} text={filters.text} onText={filters.setText}>
        <FilterPopover
          columns={declared}
          drafts={filters.drafts}
          count={filters.conditions}
          isOpen={isFiltering}
          onOpenChange={setIsFiltering}
          onChange={filters.setDrafts}
        />
        {canEdit && (
          <RowActions
            edits={edits}
            selected={selection.count}
            onRemove={() => void remove()}
            onAdd={() => setOpen("new")}
          />
        )}
      </RowsBar>
      <Grid
        label={t("rowsOf", { name })}
        columns={columns}
        rows={{
          count: names ? pages.count : Math.min(table.row_count ?? WAITING, WAITING),
          at: (index) => pages.row(index),
        }}
        sample={useFirstRows(pages, columns)}
        sorting={sortedAt >= 0 ? { column: sortedAt, desc: sort?.desc ?? false } : undefined}
        onSort={(at) => filters.toggleSort(fields[at]?.name ?? "")}
        onFilter={filterBy}
        onWant={pages.want}
        editing={canEdit ? editing : undefined}
        selection={canEdit ? selection : undefined}
        order={wanted}
        focusOn={focusOn}
        hasGutter
        className="min-h-0 flex-1 overscroll-contain"
      >
        {names && <NoRows isChoice={isChoice} onClear={filters.clear} />}
      </Grid>
      {open === undefined && <Refusals edits={edits} className="border-line border-t px-4" />}
      <RowsFoot pages={pages} total={table.row_count} isChoice={isChoice} message={message} edits={edits} />
      {open !== undefined && (open === "new" || openRow) && (
        <RowDialog
          key={open === "new" ? "new" : open.index}
          table={name}
          columns={fields}
          editable={editable ?? []}
          named={named ?? []}
          row={openRow}
          at={open === "new" ? undefined : open.index}
          edits={edits}
          onAdded={() => {
            say(t("rowAdded"));
            if (!isOrdered) onAdded();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

const SAMPLE = 60;

function useFirstRows(pages: RowPages, of: readonly GridColumn<Row>[]): readonly Row[] {
  const [first, setFirst] = useState<{ of: typeof of; rows: readonly Row[] }>();
  if (first?.of !== of && pages.row(0))
    setFirst({ of, rows: Array.from({ length: SAMPLE }, (_, at) => pages.row(at) ?? []).flat() });
  return first?.rows ?? NONE;
}

const NONE: readonly Row[] = [];

function useRowSelection(pages: RowPages) {
  const keyAt = useCallback(
    (index: number) => {
      const key = pages.row(index)?.key;
      return key && { id: keyText(key), key };
    },
    [pages],
  );
  return useSelection(keyAt);
}

/**
 * Deletes the selected rows. Returns a message for the user, or "" on failure, because the edit log shows the
 * error.
 */
async function removed(table: string, selection: ReturnType<typeof useRowSelection>, edits: EditLog) {
  const keys = selection.keys();
  selection.clear();
  const isDone = await edits.make({ kind: "delete", table, keys });
  return isDone ? t("rowsDeleted", { count: keys.length }) : "";
}

/** Focuses a new row once it is loaded. Without sorting, the new row is the last one. */
function useAddedRow(count: number) {
  const [waitsFrom, setWaitsFrom] = useState<number>();
  const [focusOn, setFocusOn] = useState<CellPosition>();
  if (waitsFrom !== undefined && count !== waitsFrom) {
    setWaitsFrom(undefined);
    setFocusOn({ row: count - 1, column: 0 });
  }
  return [focusOn, () => setWaitsFrom(count)] as const;
}

type RowsBarProps = { name: string; text: string; onText: (text: string) => void; children: ReactNode };

function RowsBar({ name, text, onText, children }: RowsBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5 max-md:px-3">
      <RowSearch
        name={name}
        placeholder={common("search")}
        text={text}
        className="md:max-w-60"
        onText={onText}
      />
      {children}
    </div>
  );
}

type RowActionsProps = { edits: EditLog; selected: number; onRemove: () => void; onAdd: () => void };

function RowActions({ edits, selected, onRemove, onAdd }: RowActionsProps) {
  return (
    <div className="flex items-center gap-1 md:ml-auto">
      {selected > 0 && (
        <Button variant="destructive" className="mr-1" onClick={onRemove}>
          <Trash2 aria-hidden />
          {t("deleteRows", { count: selected })}
        </Button>
      )}
      <UndoButtons edits={edits} className="max-md:hidden" />
      <Button variant="outline" onClick={onAdd}>
        <Plus aria-hidden />
        <span className="max-md:sr-only">{t("addRow")}</span>
      </Button>
    </div>
  );
}

function NoRows({ isChoice, onClear }: { isChoice: boolean; onClear: () => void }) {
  return (
    <p className="sticky left-0 flex items-center justify-center gap-3 px-4 py-10 text-ink-2">
      {isChoice ? t("noMatches") : t("noRows")}
      {isChoice && (
        <Button variant="outline" size="sm" onClick={onClear}>
          {common("showAll")}
        </Button>
      )}
    </p>
  );
}
