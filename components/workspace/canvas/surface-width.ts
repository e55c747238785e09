import { isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";

const MANY_COLUMNS = 6;
const NARROW = new Set(["form", "markdown", "alert"]);

type Width = "form" | "data" | "broad";

/** Returns the width classes for a surface's content: narrow for forms, wide for tables with many columns. */
export function widthOf(surface: Surface): string {
  return CLASSES[kindOf(surface)];
}

/** Returns the width in px below which a surface is better shown alone. */
export function leastWidth(surface: Surface): number {
  return LEAST[kindOf(surface)];
}

const CLASSES: Record<Width, string> = {
  form: "w-form max-w-full",
  data: "w-[600px] max-w-full",
  broad: "w-sheet max-w-full",
};
const LEAST: Record<Width, number> = { form: 360, data: 480, broad: 720 };

function kindOf({ kind, input }: Surface): Width {
  if (["component", "app", "browser"].includes(kind)) return "broad";
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks.filter(isRecord) : [];
  if (blocks.some(({ type }) => type === "columns")) return "broad";
  if (blocks.some(({ columns }) => Array.isArray(columns) && columns.length > MANY_COLUMNS)) return "broad";
  return kind === "form" && blocks.every(({ type }) => NARROW.has(String(type))) ? "form" : "data";
}
