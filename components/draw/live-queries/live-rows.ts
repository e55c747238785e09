import { isSame as isSameCell } from "@/components/draw/grid/cells";
import type { Cell } from "@/lib/shared/data/cell";
import type { Result } from "./api";

/** A row of a result. What has not changed stays the same object, so that it need not be drawn again. */
export type LiveRow = {
  /** By its key where it has one, else by its place. */
  id: string;
  cells: readonly Cell[];
  /** What names it in its table; missing where it cannot be edited. */
  key?: readonly Cell[];
};

export function rowsOf({ rows, keys }: Result, before: readonly LiveRow[] = []): readonly LiveRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  let changed = rows.length !== before.length;
  const now = rows.map((cells, index) => {
    const key = keys?.[index];
    const id = key ? idOf(key) : String(index);
    const old = known.get(id);
    const row = old && isSame(old.cells, cells) ? old : { id, cells, ...(key && { key }) };
    changed ||= row !== before[index];
    return row;
  });
  return changed ? now : before;
}

export const idOf = (key: readonly Cell[]): string => JSON.stringify(key);

function isSame(a: readonly Cell[], b: readonly Cell[]): boolean {
  return a.length === b.length && a.every((cell, index) => isSameCell(cell, b[index] ?? null));
}
