import type { Cell } from "@/lib/shared/data/cell";
import type { ClippedCell } from "@/lib/shared/data/contract";
import { joinedTerms } from "./joined";
import { quoted } from "./names";

const MAX_CELL_CHARS = 1_000;
const MARK = /(\d+)([bt])(\d+)/g;

/**
 * Returns SQL expressions that clip long texts and omit blobs, except for columns in `whole`. The last
 * expression reports which cells were clipped. This process never reads the full values.
 */
export function clipped(names: string[], whole: ReadonlySet<string> = new Set()): string {
  const marks: string[] = [];
  const values = names.map((name, at) => {
    const column = quoted(name);
    if (whole.has(name)) return column;
    const isLong = `typeof(${column}) = 'text' AND length(${column}) > ${MAX_CELL_CHARS}`;
    const mark = (kind: string) => `'${at}${kind}' || length(${column}) || ' '`;
    marks.push(
      `CASE WHEN typeof(${column}) = 'blob' THEN ${mark("b")} WHEN ${isLong} THEN ${mark("t")} ELSE '' END`,
    );
    return `CASE WHEN typeof(${column}) = 'blob' THEN NULL WHEN ${isLong} THEN substr(${column}, 1, ${MAX_CELL_CHARS}) ELSE ${column} END`;
  });
  return [...values, marks.length > 0 ? joinedTerms(marks, "||") : "''"].join(", ");
}

export function unclip(cells: Cell[], width: number): { row: ClippedCell[]; rest: Cell[] } {
  const row: ClippedCell[] = cells.slice(0, width);
  for (const [, at, kind, length] of String(cells[width]).matchAll(MARK)) {
    const text = row[Number(at)];
    row[Number(at)] =
      kind === "t" ? { $text: String(text), length: Number(length) } : { $size: Number(length) };
  }
  return { row, rest: cells.slice(width + 1) };
}
