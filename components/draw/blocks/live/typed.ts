import { editableText, numberOf } from "@/components/draw/grid/cells";
import type { Cell } from "@/lib/shared/data/cell";
import { t } from "@/lib/shared/i18n/en/blocks";

/**
 * Converts typed text to the type of the cell's value: a number stays a number, a string a string. An empty
 * cell gets a number if its column contains numbers, else a string, which SQLite converts to the column's
 * declared type.
 */
export function typed(text: string, was: Cell, isNumeric: boolean): { cell: Cell } | { problem: string } {
  if (text === editableText(was)) return { cell: was };
  if (text === "" && (typeof was !== "string" || isNumeric)) return { cell: null };
  if (typeof was === "string" || (was === null && !isNumeric)) return { cell: text };
  // SQLite stores integers beyond 64 bits as reals, so the loss of digits is accepted for them.
  const number = numberOf(text) ?? (DIGITS.test(text.trim()) ? Number(text) : undefined);
  if (number !== undefined) return { cell: number };
  if (!isNumeric) return { cell: text };
  return { problem: t("enterNumber") };
}

const DIGITS = /^[-+]?\d{1,300}$/;
