import type { GridColumn } from "@/components/grid/column";
import { asNumber, cellOf } from "@/components/grid/values";
import { type Column, isTicked, type Row } from "./table-columns";

/** A column of a table as the grid draws it. */
export function gridColumnOf(column: Column, isEditable: boolean): GridColumn<Row> {
  const { key, label, align, kind, text } = column;
  const edit = !isEditable ? "none" : kind === "checkbox" ? "box" : "text";
  return {
    ...{ label, align, edit, text, className: LOOK[kind] },
    view: (row, oneLine) => <Content row={row} column={column} oneLine={oneLine} isEditable={isEditable} />,
    ticked: (row) => (isTicked(cellOf(row, key)) ? "0" : "1"),
    extra: kind === "bar" ? BAR : 0,
    wraps: kind === "text",
  };
}

/** Px of a bar and the gap after it. */
const BAR = 84;
const LOOK: { [K in Column["kind"]]?: string } = {
  number: "tabular-nums whitespace-nowrap",
  bar: "tabular-nums whitespace-nowrap",
  date: "tabular-nums whitespace-nowrap",
  data: "font-mono text-meta/5",
};

/** No cell holds more than this of a text; all of it stands in the box that a clipped cell opens. */
const MOST = 500;
const LONG = 160;

type ContentProps = { row: Row; column: Column; oneLine: boolean; isEditable: boolean };

function Content({ row, column, oneLine, isEditable }: ContentProps) {
  const text = column.text(row);
  if (column.kind === "checkbox")
    return (
      <input
        type="checkbox"
        aria-label={column.label}
        checked={isTicked(cellOf(row, column.key))}
        disabled={!isEditable}
        // The grid hears of the click, as it does of the keys.
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
