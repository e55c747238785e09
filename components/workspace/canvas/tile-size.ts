import { COLUMNS, GAP, MIN_WIDTH, rowsFor } from "@/lib/shared/boards/layout";

/** Width in px of the list of conversations and of the padding around a board. */
const AROUND = 256 + 56;

/**
 * Returns the size of a tile that shows a sheet as it is: at least as wide, and as high as its content. Empty if
 * the sheet is not laid out.
 */
export function tileSize(sheet: HTMLElement | null): { w?: number; h?: number } {
  const header = sheet?.querySelector("header");
  if (!sheet || !header || sheet.offsetWidth === 0) return {};
  // A tile has another header.
  const content = sheet.getBoundingClientRect().bottom - header.getBoundingClientRect().bottom;
  const board = Math.max(innerWidth - AROUND, sheet.offsetWidth);
  const column = (board + GAP) / COLUMNS;
  const w = Math.min(Math.max(Math.ceil((sheet.offsetWidth + GAP) / column), MIN_WIDTH), COLUMNS);
  return { w, h: rowsFor(content) };
}
