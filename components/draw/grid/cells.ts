import { formatBytes } from "@/components/ui/kit/format";
import { type Cell, cellText } from "@/lib/shared/data/cell";
import type { ClippedCell } from "@/lib/shared/data/contract";

export type Shown = ClippedCell;

export type Key = Readonly<Record<string, Cell>>;

export function lineOf(cell: Shown): string {
  if (cell === null) return "";
  if (typeof cell === "object") {
    if ("$size" in cell) return formatBytes(cell.$size);
    if ("$text" in cell) return cell.$text;
    if ("$blob" in cell) return formatBytes(bytesOf(cell.$blob));
  }
  return cellText(cell);
}

/** Returns the complete text that an edit starts from; undefined if the value is truncated or a blob. */
export function editableText(cell: Shown): string | undefined {
  if (cell === null) return "";
  return isWhole(cell) && !isBlob(cell) ? cellText(cell) : undefined;
}

export const isWhole = (cell: Shown): cell is Cell =>
  typeof cell !== "object" || cell === null || !("$text" in cell || "$size" in cell);

export const isBlob = (cell: Shown): boolean =>
  typeof cell === "object" && cell !== null && ("$size" in cell || "$blob" in cell);

export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

/** Returns a string for a key that does not depend on the order of its columns. */
export const keyText = (key: Key): string =>
  JSON.stringify(Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const WHOLE = /^[-+]?\d+$/;
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const GROUPED = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const MAX_INTEGER = 2n ** 63n;

/**
 * Returns exactly the number that the user wrote; undefined for anything else, and if digits would be lost.
 */
export function numberOf(written: string): Cell | undefined {
  const text = written.trim().replace("−", "-");
  const plain = GROUPED.test(text) ? text.replaceAll(",", "") : text;
  const number = NUMBER.test(plain) ? Number(plain) : Number.NaN;
  if (!Number.isFinite(number)) return undefined;
  if (!WHOLE.test(plain) || Number.isSafeInteger(number)) return number;
  const whole = BigInt(plain.replace("+", ""));
  return whole < MAX_INTEGER && whole >= -MAX_INTEGER ? { $integer: String(whole) } : undefined;
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (/=*$/.exec(base64)?.[0].length ?? 0);
}
