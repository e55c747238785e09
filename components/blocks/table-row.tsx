import { memo, type ReactNode } from "react";
import { asNumber, cellOf } from "./table-cells";
import { type Column, isTicked, type Row } from "./table-columns";
import type { Slot } from "./table-slots";

type TableRowProps = {
  row: Row;
  index: number;
  columns: Column[];
  slots: Slot[];
  /** The column of the cell that takes the focus, or -1. */
  active: number;
  /** Every row of one height: what is too long is cut. */
  oneLine: boolean;
  /** Where the cells can be changed: which columns cannot. */
  fixed?: ReadonlySet<number>;
  /** Stands in the active cell while it is changed. */
  editor?: ReactNode;
  /** What is done to a row is done to this one. */
  isChosen?: boolean;
};

/** Drawn again only when something of it changes: while one scrolls, only rows that come in are drawn. */
export const TableRow = memo(function TableRow({
  row,
  index,
  columns,
  slots,
  active,
  oneLine,
  fixed,
  editor,
  isChosen = false,
}: TableRowProps) {
  return (
    <tr aria-rowindex={index + 2} className={isChosen ? "bg-fill-press" : "hover:bg-fill-hover"}>
      {slots.map((slot) => {
        if ("gap" in slot)
          return <td key={`gap${slot.before}`} aria-hidden colSpan={slot.gap} className={EDGE} />;
        const column = columns[slot.index];
        if (!column) return null;
        const inside = slot.index === active && editor;
        const isEditable = fixed !== undefined && !fixed.has(slot.index);
        return (
          <td
            key={slot.index}
            data-at={`${index}:${slot.index}`}
            aria-colindex={slot.index + 1}
            tabIndex={slot.index === active ? 0 : undefined}
            className={`${CELL} ${inside ? OPEN : oneLine ? "truncate" : WRAPPED} ${ALIGN[column.align]} ${LOOK[column.kind] ?? ""} ${isEditable ? EDITABLE : ""}`}
          >
            {inside || <Content row={row} column={column} oneLine={oneLine} isEditable={isEditable} />}
          </td>
        );
      })}
    </tr>
  );
});

const EDGE = "h-8 border-line border-b p-0";
/** The last line of a sheet that ends with the table is that of the footer. */
const WRAPPED = "wrap-anywhere group-last/block:[tr:last-child>&]:border-b-0";
const CELL = `${EDGE} scroll-mt-9 px-3 pt-1.5 pb-[5px] align-top -outline-offset-2 first:pl-0 last:pr-0 focus-visible:rounded-[4px]`;
/** The editor lies over the cell, which keeps its size. */
const OPEN = "relative wrap-anywhere";
const EDITABLE = "cursor-text hover:bg-fill-press";
const ALIGN = { left: "text-left", right: "text-right", center: "text-center" };
const LOOK: { [K in Column["kind"]]?: string } = {
  number: "tabular-nums whitespace-nowrap",
  bar: "tabular-nums whitespace-nowrap",
  date: "tabular-nums whitespace-nowrap",
  data: "font-mono text-meta/5",
};

/** No cell holds more than this of a text; all of it stands in the box that a clipped cell opens. */
const MOST = 500;
const LONG = 160;

type ContentProps = Pick<TableRowProps, "row" | "oneLine"> & { column: Column; isEditable: boolean };

function Content({ row, column, oneLine, isEditable }: ContentProps) {
  const text = column.text(row);
  if (column.kind === "checkbox")
    return (
      <input
        type="checkbox"
        aria-label={column.label}
        checked={isTicked(cellOf(row, column.key))}
        disabled={!isEditable}
        // The table hears of the click, as it does of the keys.
        readOnly
        tabIndex={-1}
        className="size-4 align-text-bottom accent-ink"
      />
    );
  if (!text) return <Nothing />;
  if (column.kind === "bar")
    return <Bar value={asNumber(cellOf(row, column.key)) ?? 0} text={text} column={column} />;
  if (column.kind === "link")
    return (
      <a
        href={String(cellOf(row, column.key))}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={-1}
        className="underline decoration-line-control underline-offset-4 hover:decoration-ink"
      >
        {text}
      </a>
    );
  const shown = text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  return !oneLine && text.length > LONG ? <div className="line-clamp-4">{shown}</div> : shown;
}

type BarProps = { value: number; text: string; column: Column };

/** The bars of a column begin under each other. */
function Bar({ value, text, column: { most, chars } }: BarProps) {
  const share = most > 0 ? Math.abs(value) / most : 0;
  return (
    <span className="flex items-center justify-end gap-3">
      <span aria-hidden className="h-1.5 w-18 shrink-0 overflow-hidden rounded-full bg-fill">
        <span
          className={`block h-full rounded-full ${value < 0 ? "bg-chart-3" : "bg-chart-2"}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="text-right" style={{ minWidth: `${chars}ch` }}>
        {text}
      </span>
    </span>
  );
}

function Nothing() {
  return (
    <>
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <span className="sr-only">empty</span>
    </>
  );
}
