import { isSame, type Key } from "@/components/draw/grid/cells";
import type { SetEdit, Values } from "@/components/draw/grid/edits";
import type { Cell } from "@/lib/shared/data/cell";
import { idOf, type LiveRow } from "./live-rows";

/** `from`: the first reading that sees the value; undefined while it is on its way. */
type Pending = { value: Cell; from: number | undefined };

/** What stands in each place of a row: the name of a column of its table, or nothing. */
type Names = readonly (string | null)[];

/** The values that the person has written, shown in the place of the result until one that was read after the writing is there. */
export class PendingCells {
  /** By row and column of the table. */
  readonly #cells = new Map<string, Map<string, Pending>>();

  show({ key, set }: SetEdit): void {
    const row = this.#cells.get(rowId(key)) ?? new Map<string, Pending>();
    for (const [name, value] of Object.entries(set)) row.set(name, { value, from: undefined });
    this.#cells.set(rowId(key), row);
  }

  /** They are written, and the row is known by `now`: what a reading from that on gives is true. */
  written({ key, set }: SetEdit, now: Key, from: number): void {
    const row = this.#cells.get(rowId(key));
    if (!row) return;
    this.#cells.delete(rowId(key));
    this.#cells.set(rowId(now), row);
    // Another change of the same cell may be on its way.
    for (const [name, cell] of row) if (isSame(cell.value, set[name])) cell.from = from;
  }

  hide({ key, set }: { key: Key; set: Values }): void {
    const row = this.#cells.get(rowId(key));
    for (const name of Object.keys(set)) row?.delete(name);
    if (row?.size === 0) this.#cells.delete(rowId(key));
  }

  /** Some of it is written, and not read yet. */
  get isUnread(): boolean {
    return this.#cells.values().some((row) => row.values().some(({ from }) => from !== undefined));
  }

  /** The rows with what is on its way into the database. */
  over(rows: readonly LiveRow[], names: Names): readonly LiveRow[] {
    if (this.#cells.size === 0) return rows;
    return rows.map((row) => {
      const pending = this.#cells.get(row.id);
      if (!pending) return row;
      const cells = row.cells.map((cell, at) => (pending.get(names[at] ?? "") ?? { value: cell }).value);
      return { ...row, cells };
    });
  }

  /** These rows are what the `reading`th reading gave. */
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
