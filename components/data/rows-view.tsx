"use client";

import { Plus, Redo2, Search, Trash2, Undo2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Place } from "@/components/blocks/use-cell-keys";
import { notifyProblem } from "@/components/kit/notify";
import { countWords } from "@/components/kit/words";
import { wordsOf } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { later } from "@/components/ui/later";
import { readCell, type Table } from "./api";
import { isWhole } from "./cells";
import { wordsOf as wordsOfEdit } from "./edits";
import { FailureBar } from "./failure-bar";
import { draftOf, FilterPopover } from "./filter-popover";
import { Grid, type GridEditing } from "./grid";
import { columnsOf, inOrder } from "./grid-columns";
import { RowsFoot } from "./rows-foot";
import { useDataChanges } from "./use-data-changes";
import { useEdits } from "./use-edits";
import { useSelection } from "./use-selection";
import { useTableRows } from "./use-table-rows";
import { useUndoKeys } from "./use-undo-keys";
import { useWanted } from "./use-wanted";

const RowDialog = later(() => import("./row-dialog").then((module) => module.RowDialog));

/** Rows that are drawn as long as none has come. */
const WAITING = 12;
/** After an edit here, rows in an order of the person's stay where they are for so long. */
const CALM_MS = 4_000;

/** The rows of one table: looked through, put in order, changed. */
export function RowsView({ table }: { table: Table }) {
  const { name, columns: declared } = table;
  const filters = useWanted(declared);
  const { wanted, sort } = filters;
  const pages = useTableRows(name, wanted);
  const edits = useEdits(name, pages);
  const rowAt = useCallback((index: number) => pages.row(index), [pages]);
  const selection = useSelection(rowAt);
  const [isFiltering, setIsFiltering] = useState(false);
  /** A row that is open alone, or one that is being written. */
  const [open, setOpen] = useState<{ index: number } | "new">();
  const [said, setSaid] = useState("");
  const area = useRef<HTMLDivElement>(null);
  /** A new row is shown once it is there; in the table's own order it is the last. */
  const isAdding = useRef(false);
  const [focusOn, setFocusOn] = useState<Place>();

  const { head } = pages;
  const names = head?.columns;
  const fields = useMemo(() => (names ? inOrder(declared, names) : declared), [declared, names]);
  const columns = useMemo(() => columnsOf(fields, head?.editable ?? []), [fields, head?.editable]);
  const canEdit = head !== undefined && head.key.length > 0;
  const isHeld = useRef(false);
  const isMissed = useRef(false);

  const refresh = useCallback(() => {
    isMissed.current = isHeld.current;
    if (!isHeld.current) pages.refresh();
  }, [pages]);
  const isOrdered = sort !== undefined || filters.isChoice;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useDataChanges(() => {
    clearTimeout(timer.current);
    const wait = isOrdered ? edits.wroteAt + CALM_MS - performance.now() : 0;
    if (wait <= 0) refresh();
    else timer.current = setTimeout(refresh, wait);
  }, name);

  const { count } = pages;
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    setFocusOn({ row: count - 1, column: 0 });
  }, [count]);

  const editing = useMemo(
    (): GridEditing => ({
      change: ({ cells, key }, column, value) => {
        const was = cells[fields.findIndex((one) => one.name === column)] ?? null;
        if (!key) return;
        const change = async () => {
          const whole = isWhole(was) ? was : await readCell(name, key, column);
          await edits.make({ kind: "set", key, set: { [column]: value }, was: { [column]: whole } });
        };
        change().catch((error) => notifyProblem(`${column} was not changed. ${wordsOf(error)}`));
      },
      whole: async ({ key }, column) => (key ? readCell(name, key, column) : null),
      open: (index) => setOpen({ index }),
      refuse: setSaid,
      hold: (isBusy) => {
        isHeld.current = isBusy;
        if (!isBusy && isMissed.current) refresh();
      },
    }),
    [fields, name, edits, refresh],
  );
  useUndoKeys(area, edits);

  const remove = async () => {
    const keys = selection.keys();
    selection.clear();
    const isDone = await edits.make({ kind: "delete", keys });
    setSaid(isDone ? `${countWords(keys.length, "row")} deleted` : "");
  };
  const want = useCallback((from: number, to: number) => pages.want(from, to), [pages]);
  const sortedAt = fields.findIndex((one) => one.name === sort?.column);
  const { failure } = edits;
  const [undoable, redoable] = [edits.undoable.at(-1), edits.redoable.at(-1)];
  const openRow = open !== undefined && open !== "new" ? rowAt(open.index) : undefined;

  return (
    <div
      ref={area}
      className="flex min-h-0 flex-1 flex-col overflow-hidden bg-sheet md:mx-7 md:mb-7 md:rounded-sheet md:shadow-sheet"
    >
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5 max-md:px-3">
        <search className="relative min-w-0 flex-1 md:max-w-60">
          <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
          <Input
            type="search"
            aria-label={`Search ${name}`}
            placeholder="Search"
            value={filters.text}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => filters.setText(target.value)}
            onKeyDown={({ key }) => key === "Escape" && filters.setText("")}
            className="pl-8"
          />
        </search>
        <FilterPopover
          columns={declared}
          drafts={filters.drafts}
          count={filters.conditions}
          isOpen={isFiltering}
          onOpenChange={setIsFiltering}
          onChange={filters.setDrafts}
        />
        {canEdit && (
          <div className="flex items-center gap-1 md:ml-auto">
            {selection.count > 0 && (
              <Button variant="destructive" className="mr-1" onClick={() => void remove()}>
                <Trash2 aria-hidden />
                Delete {countWords(selection.count, "row")}
              </Button>
            )}
            <IconButton
              label={undoable ? `Undo ${wordsOfEdit(undoable, true)}` : "Undo"}
              aria-disabled={!undoable}
              className="aria-disabled:bg-transparent max-md:hidden"
              onClick={() => void edits.undo()}
            >
              <Undo2 aria-hidden />
            </IconButton>
            <IconButton
              label={redoable ? `Redo ${wordsOfEdit(redoable, false)}` : "Redo"}
              aria-disabled={!redoable}
              className="aria-disabled:bg-transparent max-md:hidden"
              onClick={() => void edits.redo()}
            >
              <Redo2 aria-hidden />
            </IconButton>
            <Button variant="outline" onClick={() => setOpen("new")}>
              <Plus aria-hidden />
              <span className="max-md:sr-only">Add a row</span>
            </Button>
          </div>
        )}
      </div>
      <Grid
        label={`Rows of ${name}`}
        columns={columns}
        count={head ? pages.count : Math.min(table.row_count ?? WAITING, WAITING)}
        rowAt={rowAt}
        sorting={sortedAt >= 0 ? { column: sortedAt, desc: sort?.desc ?? false } : undefined}
        onSort={(at) => {
          const column = fields[at];
          if (column) filters.toggleSort(column.name);
        }}
        onFilter={(at) => {
          const column = fields[at];
          if (!column) return;
          filters.setDrafts([...filters.drafts, draftOf(column.name, filters.drafts)]);
          setIsFiltering(true);
        }}
        onWant={want}
        editing={canEdit ? editing : undefined}
        selection={canEdit ? selection : undefined}
        order={wanted}
        focusOn={focusOn}
      >
        {head && (
          <p className="sticky left-0 flex items-center justify-center gap-3 px-4 py-10 text-ink-2">
            {filters.isChoice ? "No row fits." : "There are no rows in it yet."}
            {filters.isChoice && (
              <Button variant="outline" size="sm" onClick={filters.clear}>
                Show all
              </Button>
            )}
          </p>
        )}
      </Grid>
      {failure && open === undefined && (
        <FailureBar
          failure={failure}
          onDismiss={() => edits.dismiss()}
          onOverwrite={(mine) => {
            edits.dismiss();
            void edits.make(mine);
          }}
        />
      )}
      <RowsFoot pages={pages} total={table.row_count} isChoice={filters.isChoice} said={said} edits={edits} />
      {open !== undefined && (open === "new" || openRow) && (
        <RowDialog
          key={open === "new" ? "new" : open.index}
          table={name}
          columns={fields}
          editable={head?.editable ?? []}
          row={openRow}
          at={open === "new" ? undefined : open.index}
          edits={edits}
          onAdded={() => {
            setSaid("Row added");
            isAdding.current = !isOrdered;
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
