import { useMemo, useState } from "react";
import type { GridColumn } from "./column";

const SAMPLE = 200;
const PADDING = 24;
const ARROW = 14;
const KEY = 18;
const MIN = 48;
/**
 * Maximum px of a column; in a narrow grid half of the width, but at least MAX_IN_NARROW. The user can make a
 * column wider.
 */
const MAX = 320;
const MAX_IN_NARROW = 160;
const MAX_BY_HAND = 1_200;
/** Columns shrink to this width by wrapping before a small table scrolls sideways. */
const MIN_WRAPPED = 120;

type Column<Row> = Pick<GridColumn<Row>, "label" | "type" | "isKey" | "text" | "extra" | "wraps">;
type Fit<Row> = {
  sample: readonly Row[];
  available: number;
  wraps: boolean;
};

/**
 * Returns the column widths in px, fitted to the available width until the user resizes a column; then all
 * stay. Rows that are loaded later can widen a column but not narrow it.
 */
export function useWidths<Row>(columns: readonly GridColumn<Row>[], { sample, available, wraps }: Fit<Row>) {
  const of = columns.map(({ label, type = "" }) => `${label} ${type}`).join("\n");
  const now = useMemo(() => columns.map((column) => naturalWidth(column, sample)), [columns, sample]);
  const [widest, setWidest] = useState({ of, widths: now });
  if (widest.of !== of) setWidest({ of, widths: now });
  else if (now.some((width, at) => width > (widest.widths[at] ?? 0)))
    setWidest({ of, widths: now.map((width, at) => Math.max(width, widest.widths[at] ?? 0)) });
  const natural = widest.of === of ? widest.widths : now;
  const fittedWidths = useMemo(
    () => fitted(natural, columns, available, wraps),
    [natural, columns, available, wraps],
  );
  const [own, setOwn] = useState<{ of: string; widths: number[] }>();
  const widths = own?.of === of ? own.widths : fittedWidths;

  const resize = (at: number, width: number) =>
    setOwn({ of, widths: widths.with(at, Math.round(Math.min(Math.max(width, MIN), MAX_BY_HAND))) });
  const toContent = (at: number, rows: readonly Row[]) => {
    const column = columns[at];
    if (column) resize(at, naturalWidth(column, rows, true));
  };
  return { widths, isMeasured: available > 0 || widths === own?.widths, resize, toContent };
}

/**
 * Estimates the width of a text in px at 13 px without measuring, so it is the same on the server and before
 * fonts load.
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

const NARROW = new Set("ijlftrI.,:;'|!()[]{} ");

function widthOf(character: string): number {
  if (NARROW.has(character)) return 4.2;
  // Ideographs and similar characters are square.
  if (character.charCodeAt(0) >= 0x1100) return 13;
  return /[A-ZmwMW@%&€_\d]/.test(character) ? 8.4 : 7.2;
}

/** Returns the width that shows a column completely, based on a sample of its cells or on all. */
export function naturalWidth<Row>(column: Column<Row>, rows: readonly Row[], all = false): number {
  const { label, type, isKey, extra = 0 } = column;
  const step = all ? 1 : Math.max(1, Math.floor(rows.length / SAMPLE));
  let maxChars = 0;
  for (let index = 0; index < rows.length; index += step) {
    const row = rows[index];
    const text = row === undefined ? "" : column.text(row);
    // No character is wider than 13 px, so estimate only texts that could be wider than the widest text so
    // far.
    if (text.length * 13 > maxChars) maxChars = Math.max(maxChars, textWidth(text.slice(0, 300)));
  }
  const declared = type ? textWidth(type) * 0.92 + 6 : 0;
  const head = textWidth(label) + declared + (isKey ? KEY : 0) + ARROW;
  return Math.ceil(Math.max(Math.min(head, MAX), maxChars + extra)) + PADDING;
}

export function fitted(
  natural: readonly number[],
  columns: readonly { wraps?: boolean }[],
  available: number,
  wraps: boolean,
): number[] {
  const maxWidth = available > 0 ? Math.min(MAX, Math.max(MAX_IN_NARROW, available / 2)) : MAX;
  const widths = natural.map((width) => Math.min(Math.max(width, MIN), maxWidth));
  const sum = total(widths);
  if (available <= 0 || sum === 0) return widths;
  // The outer cells have no padding at the edge, so columns that are too wide by that padding still fit.
  if (sum <= available + PADDING) return widths.map((width) => (width * available) / sum);
  if (!wraps) return widths;
  // Only columns that wrap become narrower, for example texts but not numbers.
  const spare = widths.map((width, at) => (columns[at]?.wraps ? Math.max(0, width - MIN_WRAPPED) : 0));
  const share = Math.min(1, (sum - available) / Math.max(1, total(spare)));
  return widths.map((width, at) => width - (spare[at] ?? 0) * share);
}

export const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
