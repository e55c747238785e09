"use client";

import {
  type ClipboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Kept } from "@/components/client/sheet-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { TableColumn } from "@/lib/shared/blocks/table";
import { type Column, columnsOf, type Row } from "./table-columns";
import { TableEditBar } from "./table-edit-bar";
import { TableFilter } from "./table-filter";
import { TableFooter } from "./table-footer";
import { TableHead } from "./table-head";
import { TableRow } from "./table-row";
import { total } from "./table-widths";
import { type CellEditing, useCellEdit } from "./use-cell-edit";
import { HEADING, placeOf, useCellKeys } from "./use-cell-keys";
import { useRows } from "./use-rows";
import { MANY_ROWS, ROW, useSlots } from "./use-slots";
import { useTableView } from "./use-table-view";
import { useTexts } from "./use-texts";
import { useWidth } from "./use-width";
import { useWidths } from "./use-widths";
import { WholeText } from "./whole-text";

/** Above this, a table scrolls in a box of its own. */
const BOXED = 16;
/** From this on there is something to filter. */
const FILTERABLE = 9;
type TableGridProps = {
  columns: TableColumn[];
  rows: Row[];
  name: string;
  growing?: boolean;
  /** Keeps its order and filter. */
  kept?: Kept;
  /** Rows that come and go while they are looked at. */
  live?: LiveRows;
};

export type LiveRows = {
  idOf: (row: Row) => string;
  /** There are more than these. */
  isCut: boolean;
  /** Below the table, beside its count. */
  mark: ReactNode;
  editing?: CellEditing;
};

export function TableGrid({ columns: given, rows, name, growing = false, kept, live }: TableGridProps) {
  const [{ filter, sorting }, change] = useTableView(kept);
  const setFilter = (filter: string) => change({ filter });
  const wanted = useDeferredValue(filter.trim().toLowerCase());
  const columns = useColumns(given, rows);
  const texts = useTexts(columns, rows, wanted !== "");
  const model = useRows(columns, rows, {
    filter: wanted,
    texts,
    sorting,
    onSort: (sorting) => change({ sorting }),
    idOf: live?.idOf,
  });
  const shown = model.getRowModel().rows;
  const [{ id: sorted, desc } = { id: "", desc: false }] = sorting;

  const [scroller, room] = useWidth<HTMLDivElement>();
  const table = useRef<HTMLTableElement>(null);
  const hintId = useId();
  // Not by CSS: a rule with :has() would be looked at for every cell that comes while one scrolls.
  const [isAtHeading, setAtHeading] = useState(false);
  const oneLine = rows.length > MANY_ROWS;
  const { widths, isOwn, resize, fit } = useWidths(columns, rows, {
    room,
    wraps: !oneLine,
    isSteady: live !== undefined,
  });
  const { active, go, onKeyDown } = useCellKeys(table, shown.length, columns.length, (row) => shown[row]?.id);
  const editing = live?.editing;
  const edit = useCellEdit({ editing, columns, shown, active, go });

  const { rowSlots, columnSlots } = useSlots({
    scroller,
    rows: shown.length,
    isTall: oneLine,
    widths,
    active,
  });

  // Another order or another choice is read from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when, not what
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [sorted, desc, wanted, scroller]);

  const textAt = (cell: EventTarget) => {
    const place = placeOf(cell);
    const row = place && shown[place.row]?.original;
    return (row && columns[place.column]?.text(row)) ?? "";
  };
  const onCopy = (event: ClipboardEvent) => {
    const text = textAt(event.target);
    if (!text || !getSelection()?.isCollapsed) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", text);
  };
  const count = counted(shown.length, rows.length, { growing, isCut: live?.isCut });

  return (
    <div className="flex flex-col">
      {(rows.length >= FILTERABLE || filter !== "") && <TableFilter value={filter} onChange={setFilter} />}
      {editing?.addRow && (
        <TableEditBar
          row={active.row === HEADING ? undefined : active.row}
          onAdd={editing.addRow}
          onRemove={() => {
            const row = shown[active.row]?.original;
            if (row) editing.removeRow?.(row);
          }}
        />
      )}
      <div
        ref={scroller}
        className={cn(
          // Opaque, so that the browser may scroll it without painting it anew.
          "relative overflow-auto bg-sheet",
          rows.length > BOXED && "max-h-[min(520px,70dvh)] group-data-full/sheet:max-h-[calc(100dvh-220px)]",
        )}
      >
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are reached by arrow keys, as a grid's are
          role="grid"
          aria-label={name}
          aria-rowcount={shown.length + 1}
          aria-colcount={columns.length}
          onKeyDown={(event) => {
            if (edit.onKeyDown(event)) return;
            if (event.key === "Enter" && event.target instanceof HTMLTableCellElement)
              event.target.querySelector("a")?.click();
            onKeyDown(event, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 1);
          }}
          onClick={({ target }) => {
            const box = target instanceof HTMLInputElement ? placeOf(target) : undefined;
            if (box) edit.toggle(box);
            const place = target instanceof HTMLTextAreaElement ? undefined : placeOf(target);
            if (place && !edit.isHeld && place.row !== HEADING && getSelection()?.isCollapsed) go(place);
          }}
          onDoubleClick={edit.onDoubleClick}
          onPointerUp={edit.onPointerUp}
          onFocus={({ target }) =>
            setAtHeading(placeOf(target)?.row === HEADING && target.matches(":focus-visible"))
          }
          onBlur={() => setAtHeading(false)}
          onCopy={onCopy}
          className="table-fixed border-separate border-spacing-0 text-ui"
          style={room > 0 || isOwn ? { width: total(widths) } : { minWidth: total(widths), width: "100%" }}
        >
          <colgroup>
            {widths.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are their places
              <col key={index} style={{ width }} />
            ))}
          </colgroup>
          <TableHead
            columns={columns}
            slots={columnSlots}
            widths={widths}
            sorting={sorted ? { column: Number(sorted), desc } : undefined}
            active={active.row === HEADING ? active.column : -1}
            sticky={rows.length > BOXED}
            hintId={hintId}
            onSort={(column) => {
              go({ row: HEADING, column });
              model.getColumn(String(column))?.toggleSorting();
            }}
            onResize={resize}
            onFit={fit}
          />
          <tbody>
            {rowSlots.map((slot) => {
              if ("gap" in slot)
                return (
                  <tr key={`gap${slot.before}`} aria-hidden>
                    <td colSpan={columns.length} style={{ height: slot.gap * ROW }} className="p-0" />
                  </tr>
                );
              const row = shown[slot.index];
              return (
                row && (
                  <TableRow
                    key={row.id}
                    row={row.original}
                    index={slot.index}
                    columns={columns}
                    slots={columnSlots}
                    active={slot.index === active.row ? active.column : -1}
                    oneLine={oneLine}
                    fixed={edit.fixed}
                    editor={slot.index === active.row ? edit.editor : undefined}
                    isChosen={editing?.removeRow !== undefined && slot.index === active.row}
                  />
                )
              );
            })}
          </tbody>
        </table>
        {shown.length === 0 && !growing && <Nothing filter={filter.trim()} clear={() => setFilter("")} />}
      </div>
      <WholeText table={table} textOf={textAt} />
      <TableFooter
        count={count}
        hintId={hintId}
        showsHint={isAtHeading}
        name={name}
        columns={columns}
        rows={() => shown.map(({ original }) => original)}
        mark={live?.mark}
        editing={editing}
      />
    </div>
  );
}

function Nothing({ filter, clear }: { filter: string; clear: () => void }) {
  return (
    <p className="sticky left-0 flex items-center justify-center gap-3 py-6 text-ui text-ink-2">
      {filter ? `No row holds “${filter}”.` : "There are no rows in this table."}
      {filter && (
        <Button variant="outline" size="sm" onClick={clear}>
          Show all
        </Button>
      )}
    </p>
  );
}

/** The same columns for as long as they are drawn in the same way, so that rows that stay are not drawn anew. */
function useColumns(given: TableColumn[], rows: Row[]): Column[] {
  const columns = useMemo(() => columnsOf(given, rows), [given, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is all that they are
  return useMemo(() => columns, [columns.map(({ said }) => said).join()]);
}

type Counting = { growing: boolean; isCut?: boolean };

function counted(shown: number, all: number, { growing, isCut = false }: Counting): string {
  if (growing) return "More is being written";
  const total = `${isCut ? "the first " : ""}${all.toLocaleString("en")} ${all === 1 ? "row" : "rows"}`;
  if (isCut && shown === all) return `T${total.slice(1)}`;
  return shown === all ? total : `${shown.toLocaleString("en")} of ${total}`;
}
