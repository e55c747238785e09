import { editableText, numberOf } from "@/components/draw/grid/cells";
import type { Cell } from "@/lib/shared/data/cell";

/**
 * What was typed, as the kind of value that the cell has: a number stays a number, a text a text. An empty cell becomes
 * a number where its column holds numbers, else a text, which SQLite turns into what its column is declared to be.
 */
export function typed(text: string, was: Cell, isNumeric: boolean): { cell: Cell } | { problem: string } {
  if (text === editableText(was)) return { cell: was };
  if (text === "" && (typeof was !== "string" || isNumeric)) return { cell: null };
  if (typeof was === "string" || (was === null && !isNumeric)) return { cell: text };
  // Beyond 64 bits SQLite has reals only.
  const number = numberOf(text) ?? (DIGITS.test(text.trim()) ? Number(text) : undefined);
  if (number !== undefined) return { cell: number };
  if (!isNumeric) return { cell: text };
  return { problem: "This column holds numbers: write one, such as 12.5" };
}

const DIGITS = /^[-+]?\d{1,300}$/;
