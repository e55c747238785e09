import { numberOf, type Shown } from "@/components/draw/grid/cells";
import type { Cell } from "@/lib/shared/data/cell";
import { t } from "@/lib/shared/i18n/en/data";
import { type Affinity, isNumeric } from "./affinity";

type Parsed = { cell: Cell } | { problem: string };

/**
 * Converts typed text to a value for a column with this affinity. Numeric columns reject text unless the cell
 * already contained text. Empty input means NULL in numeric columns and an empty string elsewhere.
 */
export function parseCell(typed: string, affinity: Affinity, before: Shown): Parsed {
  if (affinity === "text") return { cell: typed };
  const wasText = typeof before === "string";
  if (affinity === "blob" && wasText) return { cell: typed };
  const text = typed.trim();
  if (text === "") return { cell: affinity === "blob" || (wasText && !isNumeric(affinity)) ? typed : null };
  // Treat a comma as a thousands separator only in numeric columns.
  const number = isNumeric(affinity) || !text.includes(",") ? numberOf(text) : undefined;
  if (number !== undefined) return { cell: number };
  if (!isNumeric(affinity) || wasText) return { cell: typed };
  return { problem: t("notANumber", { text: text.slice(0, 40) }) };
}
