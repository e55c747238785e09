import { isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces";

const MANY_COLUMNS = 6;
const NARROW = new Set(["form", "markdown", "alert"]);

/** As wide as the content wants: a form is narrow, a table with many columns is not. */
export function widthOf({ kind, input }: Surface): string {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks.filter(isRecord) : [];
  const isBroad = blocks.some(({ columns }) => Array.isArray(columns) && columns.length > MANY_COLUMNS);
  if (isBroad) return "w-sheet max-w-full";
  const isNarrow = kind === "form" && blocks.every(({ type }) => NARROW.has(String(type)));
  return isNarrow ? "w-form max-w-full" : "w-[600px] max-w-full";
}
