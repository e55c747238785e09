import { isSame, type Key } from "@/components/draw/grid/cells";
import type { SetEdit, Values } from "@/components/draw/grid/edits";
import type { Cell } from "@/lib/shared/data/cell";
import { idOf, type LiveRow } from "./live-rows";

/** `from`: number of the first read that includes the value; undefined until the value is stored. */
type Pending = { value: Cell; from: number | undefined };

/** Column of the table for each cell of a row; null for a cell that belongs to no column. */
type Names = readonly (string | null)[];

/** Values that the user has written, shown instead of the result's until a read includes them. */
export class PendingCells {
  readonly #cells = new Map<string, Map<string, Pending>>();

  show({ key, set }: SetEdit): void {
    const row = this.#cells.get(rowId(key)) ?? new Map<string, Pending>();
    for (const [name, value] of Object.entries(set)) row.set(name, { value, from: undefined });
    this.#cells.set(rowId(key), row);
  }

  /**
   * Marks values as stored. `now` is the key of the row after the edit, which may have changed it. `from` is the
   * number of the first read that includes the values.
   */
  written({ key, set }: SetEdit, now: Key, from: number): void {
    const row = this.#cells.get(rowId(key));
    if (!row) return;
    this.#cells.delete(rowId(key));
    this.#cells.set(rowId(now), row);
    // Compare the values, because a later change of the same cell may still be pending.
    for (const [name, cell] of row) if (isSame(cell.value, set[name])) cell.from = from;
  }

  hide({ key, set }: { key: Key; set: Values }): void {
    const row = this.#cells.get(rowId(key));
    for (const name of Object.keys(set)) row?.delete(name);
    if (row?.size === 0) this.#cells.delete(rowId(key));
  }

  get isUnread(): boolean {
    return this.#cells.values().some((row) => row.values().some(({ from }) => from !== undefined));
  }

  over(rows: readonly LiveRow[], names: Names): readonly LiveRow[] {
    if (this.#cells.size === 0) return rows;
    return rows.map((row) => {
      const pending = this.#cells.get(row.id);
      if (!pending) return row;
      const cells = row.cells.map((cell, at) => (pending.get(names[at] ?? "") ?? { value: cell }).value);
      return { ...row, cells };
    });
  }

  seen(reading: number, rows: readonly LiveRow[], names: Names): void {
    if (this.#cells.size === 0) return;
    const cellsOf = new Map(rows.map(({ id, cells }) => [id, cells]));
    for (const [id, row] of this.#cells) {
      for (const [name, { value, from }] of row) {
        const isThere = isSame(cellsOf.get(id)?.[names.indexOf(name)] ?? null, value);
        if (isThere || (from !== undefined && from <= reading)) row.delete(name);
      }
      if (row.size === 0) this.#cells.delete(id);
    }
  }
}

const rowId = (key: Key): string => idOf(Object.values(key));
