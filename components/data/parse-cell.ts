import type { Cell } from "@/lib/shared/data/cell";
import { type Affinity, isNumeric } from "./affinity";
import type { Shown } from "./cells";

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const INTEGER = /^[-+]?\d+$/;
const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

type Parsed = { cell: Cell } | { problem: string };

/**
 * What a person typed, as the value that goes into a column of this affinity. A column of numbers takes no words, unless
 * the cell `before` held some; nothing at all is NULL there, and an empty text elsewhere.
 */
export function parseCell(typed: string, affinity: Affinity, before: Shown): Parsed {
  if (affinity === "text") return { cell: typed };
  const wasText = typeof before === "string";
  if (affinity === "blob" && wasText) return { cell: typed };
  const text = typed.trim();
  if (text === "") return { cell: affinity === "blob" || (wasText && !isNumeric(affinity)) ? typed : null };
  const number = asNumber(text);
  if (number !== undefined) return { cell: number };
  if (!isNumeric(affinity) || wasText) return { cell: typed };
  return { problem: `“${text.slice(0, 40)}” is no number, and this column holds numbers.` };
}

/** Exactly what was written, or undefined: digits that a number would lose stay digits. */
function asNumber(text: string): Cell | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (!INTEGER.test(text)) return Number.isFinite(number) ? number : undefined;
  if (Number.isSafeInteger(number)) return number;
  const whole = BigInt(text.replace("+", ""));
  return whole >= LEAST && whole <= MOST ? { $integer: whole.toString() } : undefined;
}
