"use client";

import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import type { Slot } from "@/components/blocks/table-slots";
import { total } from "@/components/blocks/table-widths";
import { HEADING, type Place, placeOf, useCellKeys } from "@/components/blocks/use-cell-keys";
import { MANY_ROWS, ROW, useSlots } from "@/components/blocks/use-slots";
import { useWidth } from "@/components/blocks/use-width";
import { WholeText } from "@/components/blocks/whole-text";
import type { Cell } from "@/lib/shared/data/cell";
import { lineOf } from "./cells";
import type { GridColumn } from "./grid-columns";
import { GridCorner } from "./grid-corner";
import { GridHead, type Sorting } from "./grid-head";
import { GridRow, type RowEvents } from "./grid-row";
import type { Row } from "./row-pages";
import { useCellEditor } from "./use-cell-editor";
import { useGridWidths } from "./use-grid-widths";
import type { Selection } from "./use-selection";

/** Px for the numbers of rows, and for the two buttons that take their place. */
const gutterOf = (count: number) => Math.max(52, 20 + String(count).length * 8);

/** What can be done with cells and rows; without it the grid is read only. */
export type GridEditing = {
  change: (row: Row, column: string, value: Cell) => void;
  /** All of a cell of which only the beginning is here. */
  whole: (row: Row, column: string) => Promise<Cell>;
  /** The row alone, with all of its columns. */
  open: (index: number) => void;
  /** Why something was not begun. */
  refuse: (words: string) => void;
  /** A cell is being changed: its row should stay where it is. */
  hold: (isHeld: boolean) => void;
};

type GridProps = {
  label: string;
  columns: readonly GridColumn[];
  count: number;
  /** A row, or undefined while it is being read. */
  rowAt: (index: number) => Row | undefined;
  sorting: Sorting | undefined;
  onSort: (column: number) => void;
  onFilter?: (column: number) => void;
  /** Which rows are in sight. */
  onWant?: (from: number, to: number) => void;
  editing?: GridEditing;
  selection?: Selection;
  /** Another choice or order is read from its beginning. */
  order: unknown;
  /** The cell that the focus goes to now. */
  focusOn?: Place;
  /** What stands under the headings when there are no rows. */
  children?: ReactNode;
};

/** Rows and columns by the hundred thousand: only those in sight are drawn. The arrow keys lead from cell to cell. */
export function Grid(props: GridProps) {
  const { label, columns, count, rowAt, sorting, onSort, onFilter, onWant, editing, selection, order } =
    props;
  const [scroller, room] = useWidth<HTMLDivElement>();
  const table = useRef<HTMLTableElement>(null);
  const first = sightRows(rowAt, 0, Math.min(count, SAMPLE) - 1);
  const gutter = gutterOf(count);
  const { widths, resize, toContent } = useGridWidths(columns, first, room - gutter);
  const { active, go, onKeyDown } = useCellKeys(table, count, columns.length);
  const isTall = count > MANY_ROWS;
  const { rowSlots, columnSlots } = useSlots({ scroller, rows: count, isTall, widths, active });
  const cells = useCellEditor({ columns, count, rowAt, go, editing });

  const { from, to } = inSight(rowSlots);
  useEffect(() => onWant?.(from, to), [onWant, from, to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when, not what
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [order, scroller]);

  const { focusOn } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place says when
  useEffect(() => {
    if (focusOn) go(focusOn);
  }, [focusOn]);

  const { done, cancel } = cells;
  const select = selection?.select;
  const open = editing?.open;
  const on = useMemo(
    (): RowEvents => ({ select: (index, isRange) => select?.(index, isRange), open, done, cancel }),
    [select, open, done, cancel],
  );
  const textAt = useCallback(
    (target: EventTarget) => {
      const place = placeOf(target);
      return (place && lineOf(rowAt(place.row)?.cells[place.column] ?? null)) ?? "";
    },
    [rowAt],
  );
  const onClick = ({ target, nativeEvent }: MouseEvent) => {
    const place = placeOf(target);
    if (!place || place.row === HEADING || !getSelection()?.isCollapsed) return;
    go(place);
    // A finger has no second click for it: the row opens, with room to write.
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch") open?.(place.row);
  };

  return (
    <div
      ref={scroller}
      data-slot="grid"
      // Opaque, so that the browser may scroll it without painting it anew.
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain bg-sheet"
    >
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are reached by arrow keys, as a grid's are
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={(event) => {
          const place = placeOf(event.target);
          if (place && place.row !== HEADING) {
            if (selection && event.shiftKey && event.key === " ") {
              event.preventDefault();
              selection.select(place.row, false);
            } else cells.onKeyDown(event, place);
          }
          if (!event.defaultPrevented)
            onKeyDown(event, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 2);
        }}
        onClick={onClick}
        onDoubleClick={({ target }) => {
          const place = placeOf(target);
          if (place && place.row !== HEADING) void cells.begin(place);
        }}
        onCopy={(event) => {
          const text = textAt(event.target);
          if (!text || !getSelection()?.isCollapsed || isField(event.target)) return;
          event.preventDefault();
          event.clipboardData.setData("text/plain", text);
        }}
        onPaste={(event) => {
          const place = placeOf(event.target);
          if (!place || place.row === HEADING || isField(event.target)) return;
          event.preventDefault();
          cells.paste(place, event.clipboardData.getData("text/plain"));
        }}
        className="table-fixed border-separate border-spacing-0 text-ui"
        style={{ width: total(widths) + gutter }}
      >
        <colgroup>
          <col style={{ width: gutter }} />
          {widths.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are their places
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <GridHead
          columns={columns}
          slots={columnSlots}
          widths={widths}
          sorting={sorting}
          active={active.row === HEADING ? active.column : -1}
          gutter={<GridCorner selection={selection} />}
          onSort={(column) => {
            go({ row: HEADING, column });
            onSort(column);
          }}
          onFilter={onFilter}
          onResize={resize}
          onFit={(at) => toContent(at, sightRows(rowAt, from, to))}
        />
        <tbody>
          {rowSlots.map((slot) => {
            if ("gap" in slot)
              return (
                <tr key={`gap${slot.before}`} aria-hidden>
                  <td colSpan={columns.length + 1} style={{ height: slot.gap * ROW }} className="p-0" />
                </tr>
              );
            const { index } = slot;
            const row = rowAt(index);
            return (
              <GridRow
                key={index}
                row={row}
                index={index}
                columns={columns}
                slots={columnSlots}
                active={index === active.row ? active.column : -1}
                editor={cells.editor?.row === index ? cells.editor : undefined}
                isSelected={selection && row ? selection.has(row) : undefined}
                on={on}
              />
            );
          })}
        </tbody>
      </table>
      {count === 0 && props.children}
      {!cells.editor && <WholeText table={table} textOf={textAt} />}
    </div>
  );
}

const isField = (target: EventTarget): boolean => target instanceof HTMLTextAreaElement;

const SAMPLE = 60;
const NONE: Row["cells"][] = [];

function sightRows(rowAt: GridProps["rowAt"], from: number, to: number) {
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => rowAt(from + at));
  const cells = rows.flatMap((row) => (row ? [row.cells] : []));
  return cells.length > 0 ? cells : NONE;
}

/** The longest run of rows that are drawn: the one with the focus may stand far from it. */
function inSight(slots: readonly Slot[]): { from: number; to: number } {
  let best = { from: 0, to: 0 };
  let from: number | undefined;
  let before = -1;
  for (const slot of slots) {
    if ("gap" in slot) continue;
    if (from === undefined || slot.index !== before + 1) from = slot.index;
    before = slot.index;
    if (before - from > best.to - best.from) best = { from, to: before };
  }
  return best;
}
