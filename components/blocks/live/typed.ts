import type { Cell } from "@/lib/shared/data/cell";
import { cellText } from "@/lib/shared/data/cell";

/** What stands in a cell when one begins to change it; undefined for a blob, which is not changed here. */
export function editText(cell: Cell): string | undefined {
  if (cell === null) return "";
  return typeof cell === "object" && "$blob" in cell ? undefined : cellText(cell);
}

const WHOLE = /^[-+]?\d+$/;
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
const GROUPED = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/;

/**
 * What was typed, as the kind of value that the cell has: a number stays a number, a text a text. An empty cell becomes
 * a number where its column holds numbers, else a text, which SQLite turns into what its column is declared to be.
 */
export function typed(text: string, was: Cell, isNumeric: boolean): { cell: Cell } | { problem: string } {
  if (text === editText(was)) return { cell: was };
  if (text === "" && (typeof was !== "string" || isNumeric)) return { cell: null };
  if (typeof was === "string" || (was === null && !isNumeric)) return { cell: text };
  const number = numberOf(text.trim().replace("−", "-"));
  if (number !== undefined) return { cell: number };
  if (!isNumeric) return { cell: text };
  return { problem: "This column holds numbers: write one, such as 12.5" };
}

function numberOf(text: string): Cell | undefined {
  if (WHOLE.test(text)) {
    const whole = BigInt(text.replace("+", ""));
    const number = Number(whole);
    return Number.isSafeInteger(number) ? number : asInteger(whole);
  }
  const plain = GROUPED.test(text) ? text.replaceAll(",", "") : text;
  const number = NUMBER.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const MOST = 2n ** 63n;

/** Beyond 64 bits SQLite has reals only. */
const asInteger = (whole: bigint): Cell =>
  whole < MOST && whole >= -MOST ? { $integer: String(whole) } : Number(whole);
