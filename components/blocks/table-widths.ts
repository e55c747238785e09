import type { Column, Row } from "./table-columns";

const SAMPLE = 200;
const PADDING = 24;
/** Room for the arrow of a sorted column. */
const ARROW = 14;
const BAR = 84;
export const LEAST = 48;
/** No column is wider of its own accord, nor than half of a narrow room; by hand it may be. */
const MOST = 320;
const MAX_IN_NARROW = 160;
export const MAX_BY_HAND = 1_200;
/** Texts wrap down to this before a small table scrolls sideways. */
const LEAST_WRAPPED = 120;

/** About the width of a text in px at 13 px, without asking the browser: the same on a server, and before fonts load. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

const NARROW = new Set("ijlftrI.,:;'|!()[]{} ");

function widthOf(character: string): number {
  if (NARROW.has(character)) return 4.2;
  // Ideographs and their like are square.
  if (character.charCodeAt(0) >= 0x1100) return 13;
  return /[A-ZmwMW@%&€_\d]/.test(character) ? 8.4 : 7.2;
}

/** The width that shows all of a column, judged by a sample of its cells or by every one. */
export function naturalWidth(column: Column, rows: readonly Row[], all = false): number {
  const step = all ? 1 : Math.max(1, Math.floor(rows.length / SAMPLE));
  let longest = 0;
  for (let index = 0; index < rows.length; index += step) {
    const row = rows[index];
    const text = row ? column.text(row) : "";
    // No character is wider: most cells need not be measured.
    if (text.length * 13 > longest) longest = Math.max(longest, textWidth(text.slice(0, 300)));
  }
  const label = textWidth(column.label) + ARROW;
  return Math.ceil(Math.max(label, longest + (column.kind === "bar" ? BAR : 0))) + PADDING;
}

/** The widths with which a table begins: what the columns need, fitted into the room where that is possible. */
export function fitted(natural: readonly number[], columns: readonly Column[], room: number, wraps: boolean) {
  const most = room > 0 ? Math.min(MOST, Math.max(MAX_IN_NARROW, room / 2)) : MOST;
  const widths = natural.map((width) => Math.min(Math.max(width, LEAST), most));
  const sum = total(widths);
  if (room <= 0 || sum === 0) return widths;
  // The outermost cells have no padding at the edge, so a little too much is still enough.
  if (sum <= room + PADDING) return widths.map((width) => (width * room) / sum);
  if (!wraps) return widths;
  // Texts give way, numbers do not.
  const spare = widths.map((width, index) =>
    columns[index]?.kind === "text" ? Math.max(0, width - LEAST_WRAPPED) : 0,
  );
  const share = Math.min(1, (sum - room) / Math.max(1, total(spare)));
  return widths.map((width, index) => width - (spare[index] ?? 0) * share);
}

export const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
