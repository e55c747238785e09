import { isSame as isSameCell } from "@/components/draw/grid/cells";
import type { Cell } from "@/lib/shared/data/cell";
import type { Result } from "./api";

/** A row of a result. An unchanged row stays the same object, so that it is not rendered again. */
export type LiveRow = {
  /** Made from the row's key, or from its index if it has no key. */
  id: string;
  cells: readonly Cell[];
  key?: readonly Cell[];
};

export function rowsOf({ rows, keys }: Result, before: readonly LiveRow[] = []): readonly LiveRow[] {
  const rowsById = new Map(before.map((row) => [row.id, row]));
  let changed = rows.length !== before.length;
  const now = rows.map((cells, index) => {
    const key = keys?.[index];
    const id = key ? idOf(key) : String(index);
    const old = rowsById.get(id);
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
