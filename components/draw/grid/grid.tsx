"use client";

import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { useWidth } from "@/components/ui/kit/hooks/use-width";
import { t } from "@/lib/shared/i18n/en/grid";
import { type CellPosition, HEADING, placeOf } from "./cell-place";
import type { GridColumn, Sorting } from "./column";
import { gridEvents } from "./grid-events";
import { GridHead } from "./grid-head";
import { GridRow, type GridRowProps, type RowEvents } from "./grid-row";
import type { Selection } from "./selection";
import { ROW, type Slot, useSlots } from "./slots";
import { type CellEvents, type GridEditing, type OpenCell, useCellEditing } from "./use-cell-editing";
import { useCellKeys } from "./use-cell-keys";
import { WholeText } from "./whole-text";
import { total, useWidths } from "./widths";

export type GridRows<Row> = {
  count: number;
  at: (index: number) => Row | undefined;
  /** Returns a stable id of the row; needed if rows change their position. */
  idAt?: (index: number) => string;
};

export type GridProps<Row> = {
  label: string;
  columns: readonly GridColumn<Row>[];
  rows: GridRows<Row>;
  sample: readonly Row[];
  sorting: Sorting | undefined;
  onSort: (column: number) => void;
  /** Identifies the current filter and order. When it changes, the grid scrolls to the top. */
  order: unknown;
  editing?: GridEditing<Row>;
  selection?: Selection;
  hasGutter?: boolean;
  /** If true, rows are as tall as their text. Use it only for few rows, because all are rendered. */
  wraps?: boolean;
  marksRow?: boolean;
  onFilter?: (column: number) => void;
  onWant?: (from: number, to: number) => void;
  onHeading?: (isAtHeading: boolean) => void;
  onRow?: (row: number | undefined) => void;
  focusOn?: CellPosition;
  className?: string;
  children?: ReactNode;
};

export const headingHint = (): string => t("headingHint");

/**
 * Renders only the visible part of a grid with up to hundreds of thousands of rows. The arrow keys move between cells.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, rows, sorting, order, editing, selection, wraps = false } = props;
  const { hasGutter = false, marksRow = false, onSort, onFilter, onWant, onHeading, onRow } = props;
  const [scroller, width] = useWidth<HTMLDivElement>();
  const table = useRef<HTMLTableElement>(null);
  const hintId = useId();
  const { count, idAt } = rows;
  // Width in px of the column with row numbers, which also has room for the two buttons shown instead of them.
  const gutter = hasGutter ? Math.max(52, 20 + String(count).length * 8) : 0;
  const { widths, isMeasured, resize, toContent } = useWidths(columns, {
    sample: props.sample,
    available: width - gutter,
    wraps,
  });
  const keys = useCellKeys(table, { rows: count, columns: columns.length, idAt, focusOn: props.focusOn });
  const { active, go } = keys;
  const { rowSlots, columnSlots, inSight } = useSlots({ scroller, rows: count, widths, active });
  const idOf = (index: number) => idAt?.(index) ?? String(index);
  const cells = useCellEditing({ columns, rows, idOf, active, go, editing });

  const { from, to } = inSight;
  useEffect(() => onWant?.(from, to), [onWant, from, to]);
  useEffect(() => onRow?.(active.row === HEADING ? undefined : active.row), [onRow, active.row]);
  useFromBeginning(scroller, order);

  const rowEvents = useRowEvents(cells.on, editing?.openRow, selection?.select);
  const textAt = (target: EventTarget) => textOf(target, rows, columns);
  const events = gridEvents({ keys, cells, selection, editing, textAt, scroller, onHeading });

  return (
    <div
      ref={scroller}
      data-slot="grid"
      // An opaque background, so that the browser can scroll without repainting.
      className={cn("relative overflow-auto bg-sheet", props.className)}
    >
      <span id={hintId} hidden>
        {headingHint()}
      </span>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + (hasGutter ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        aria-readonly={editing ? undefined : true}
        {...events}
        className="table-fixed border-separate border-spacing-0 text-ui"
        style={
          isMeasured ? { width: total(widths) + gutter } : { minWidth: total(widths) + gutter, width: "100%" }
        }
      >
        <Widths widths={hasGutter ? [gutter, ...widths] : widths} />
        <GridHead
          columns={columns}
          slots={columnSlots}
          widths={widths}
          sorting={sorting}
          active={active.row === HEADING ? active.column : -1}
          hasGutter={hasGutter}
          selection={selection}
          hintId={hintId}
          on={{
            sort: (column) => {
              go({ row: HEADING, column });
              onSort(column);
            },
            filter: onFilter,
            resize,
            fit: (column) => toContent(column, rowsNear(rows, from)),
          }}
        />
        <GridBody
          rows={rows}
          slots={rowSlots}
          selection={selection}
          marked={marksRow ? active.row : -1}
          open={cells.open}
          activePlace={active}
          idOf={idOf}
          row={{
            columns,
            slots: columnSlots,
            oneLine: !wraps,
            hasGutter,
            canEdit: editing !== undefined,
            on: rowEvents,
          }}
        />
      </table>
      {count === 0 && props.children}
      {!cells.open && <WholeText table={table} textOf={textAt} />}
    </div>
  );
}

function useRowEvents<Row>(
  on: CellEvents<Row>,
  openRow: GridEditing<Row>["openRow"],
  select: Selection["select"] | undefined,
): RowEvents<Row> {
  return useMemo(
    () => ({ ...on, openRow, select: (index, isRange) => select?.(index, isRange) }),
    [on, openRow, select],
  );
}

function useFromBeginning(scroller: RefObject<HTMLElement | null>, order: unknown): void {
  const shown = useRef(order);
  useEffect(() => {
    if (shown.current !== order && scroller.current) scroller.current.scrollTop = 0;
    shown.current = order;
  }, [scroller, order]);
}

/** Returns the text of a cell in one line; "" if the target is not in a cell. */
function textOf<Row>(target: EventTarget, rows: GridRows<Row>, columns: readonly GridColumn<Row>[]): string {
  const place = placeOf(target);
  const row = place && rows.at(place.row);
  return (row !== undefined && columns[place?.column ?? -1]?.text(row)) || "";
}

const Widths = ({ widths }: { widths: readonly number[] }) => (
  <colgroup>
    {widths.map((width, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
      <col key={index} style={{ width }} />
    ))}
  </colgroup>
);

type GridBodyProps<Row> = {
  rows: GridRows<Row>;
  slots: readonly Slot[];
  selection: Selection | undefined;
  marked: number;
  open: OpenCell<Row> | undefined;
  activePlace: CellPosition;
  idOf: (index: number) => string;
  row: Pick<GridRowProps<Row>, "columns" | "slots" | "oneLine" | "hasGutter" | "canEdit" | "on">;
};

function GridBody<Row>({ rows, slots, selection, marked, open, activePlace, idOf, row }: GridBodyProps<Row>) {
  const cellCount = row.columns.length + (row.hasGutter ? 1 : 0);
  return (
    <tbody>
      {slots.map((slot) => {
        if ("gap" in slot)
          return (
            <tr key={`gap${slot.before}`} aria-hidden>
              <td colSpan={cellCount} style={{ height: slot.gap * ROW }} className="p-0" />
            </tr>
          );
        const { index } = slot;
        const isActive = index === activePlace.row;
        const isHere = rows.at(index) !== undefined;
        return (
          <GridRow
            {...row}
            key={idOf(index)}
            row={rows.at(index)}
            index={index}
            active={isActive ? activePlace.column : -1}
            open={isActive ? open : undefined}
            isSelected={selection && isHere ? selection.has(index) : undefined}
            isMarked={index === marked}
          />
        );
      })}
    </tbody>
  );
}

const NEAR = 5_000;
/** Returns the loaded rows among the NEAR rows before `index` and twice as many from `index` on. */
function rowsNear<Row>({ count, at }: GridRows<Row>, index: number): Row[] {
  const rows: Row[] = [];
  for (let near = Math.max(0, index - NEAR); near < Math.min(count, index + 2 * NEAR); near++) {
    const row = at(near);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}
