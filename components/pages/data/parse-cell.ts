import { numberOf, type Shown } from "@/components/draw/grid/cells";
import type { Cell } from "@/lib/shared/data/cell";
import { type Affinity, isNumeric } from "./affinity";

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
  // Only where there are numbers is a comma the mark of thousands.
  const number = isNumeric(affinity) || !text.includes(",") ? numberOf(text) : undefined;
  if (number !== undefined) return { cell: number };
  if (!isNumeric(affinity) || wasText) return { cell: typed };
  return { problem: `“${text.slice(0, 40)}” is no number, and this column holds numbers.` };
}
