import { sizeWords } from "@/components/ui/kit/words";
import { type Cell, cellText } from "@/lib/shared/data/cell";
import type { ClippedCell } from "@/lib/shared/data/contract";

/** A cell as it is read: of what is long there may be only its beginning. */
export type Shown = ClippedCell;

/** By what a row is found again: columns and their values. */
export type Key = Readonly<Record<string, Cell>>;

/** A cell in one line; "" where it is NULL. */
export function lineOf(cell: Shown): string {
  if (cell === null) return "";
  if (typeof cell === "object") {
    if ("$size" in cell) return sizeWords(cell.$size);
    if ("$text" in cell) return cell.$text;
    if ("$blob" in cell) return sizeWords(bytesOf(cell.$blob));
  }
  return cellText(cell);
}

/** All of a cell, as it is edited; undefined where not all of it is here, or it is no text. */
export function editableText(cell: Shown): string | undefined {
  if (cell === null) return "";
  return isWhole(cell) && !isBlob(cell) ? cellText(cell) : undefined;
}

export const isWhole = (cell: Shown): cell is Cell =>
  typeof cell !== "object" || cell === null || !("$text" in cell || "$size" in cell);

export const isBlob = (cell: Shown): boolean =>
  typeof cell === "object" && cell !== null && ("$size" in cell || "$blob" in cell);

/** Whether two things hold the same. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

/** One text for a key, in whatever order its columns came. */
export const keyText = (key: Key): string =>
  JSON.stringify(Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const WHOLE = /^[-+]?\d+$/;
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const GROUPED = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const MAX_INTEGER = 2n ** 63n;

/** Exactly the number that a person wrote; undefined for anything else, and for digits that would be lost. */
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
