import { ApiError } from "@/components/client/request";
import type { RowEdit } from "@/lib/shared/blocks/edits";
import { type Cell, cell } from "@/lib/shared/data/cell";
import { rowConflict } from "@/lib/shared/data/contract";
import { addRow, type Named, removeRow, writeRow } from "./api";
import { idOf, isSameCell, type LiveRow } from "./live-rows";

/** One cell that the person has changed: the way back and forth between two values. */
export type Change = {
  table: string;
  key: Named;
  /** The table's name of the column, and what stands over it on the canvas. */
  column: string;
  label: string;
  /** Where it is shown: the row by its id, the column by its place in the result. */
  row: string;
  at: number;
  was: Cell;
  to: Cell;
};

/** A row that the person adds or deletes. */
type RowStep = {
  does: "add" | "remove";
  table: string;
  /** The names of its key. */
  names: readonly string[];
  key: Named;
  row: Named;
};
type Step = Change | RowStep;

type Move = "do" | "undo" | "redo";

type Why = { message: string } & (
  | { kind: "conflict" /** What is there instead. */; now: Cell }
  | { kind: "gone" }
  | { kind: "failed" }
);

/** What was not written, and why. */
export type Refusal = { change: Change; move: Move } & Why;

/** How the edits reach the database. */
const WRITERS = { change: writeRow, add: addRow, remove: removeRow };
type Writers = typeof WRITERS;

type Shown = { value: Cell; from: number | undefined };

type Host = {
  /** The first reading that sees what has been written by now. */
  nextReading(): number;
  after(ms: number, run: () => void): void;
  redraw(): void;
  readAgain(): void;
};

/** If no notice of the change has come by then, the result is read without one. */
const PATIENCE_MS = 300;
/** So many steps back are kept. */
const MOST = 100;

/**
 * What the person changes in the rows of one query. A change is shown at once and written in turn, each only if the cell
 * is still what the person saw; what was refused is told and waits for a decision.
 */
export class Edits {
  readonly #host: Host;
  readonly #writers: Writers;
  readonly #listeners = new Set<(edit: RowEdit) => void>();
  /** What is shown in the place of the result, by row and column, until a result read after the writing is there. */
  readonly #shown = new Map<string, Map<number, Shown>>();
  #done: Step[] = [];
  #undone: Step[] = [];
  #problem: string | undefined;
  #refusals: Refusal[] = [];
  readonly #waiting = new Set<{ change: Change }>();
  #queue: Promise<void> = Promise.resolve();

  constructor(host: Host, writers: Partial<Writers> = {}) {
    this.#host = host;
    this.#writers = { ...WRITERS, ...writers };
  }

  /** Hears of everything that was written. */
  onWritten(listener: (edit: RowEdit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Why the last row was neither added nor deleted. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  get refusals(): readonly Refusal[] {
    return this.#refusals;
  }

  make(change: Change): Promise<void> {
    return this.#carry(change, "do");
  }

  undo(): Promise<void> {
    const step = this.#done.at(-1);
    if (!step) return Promise.resolve();
    this.#done = this.#done.slice(0, -1);
    return this.#again(step, "undo");
  }

  redo(): Promise<void> {
    const step = this.#undone.at(-1);
    if (!step) return Promise.resolve();
    this.#undone = this.#undone.slice(0, -1);
    return this.#again(step, "redo");
  }

  addRow(table: string, names: readonly string[]): Promise<void> {
    return this.#carryRow({ does: "add", table, names, key: {}, row: {} }, "do");
  }

  removeRow(table: string, key: Named): Promise<void> {
    return this.#carryRow({ does: "remove", table, names: Object.keys(key), key, row: {} }, "do");
  }

  #again(step: Step, move: Move): Promise<void> {
    if (!("does" in step)) return this.#carry(reversed(step), move);
    return this.#carryRow({ ...step, does: step.does === "add" ? "remove" : "add" }, move);
  }

  #carryRow(step: RowStep, move: Move): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      const { table, names } = step;
      this.#problem = undefined;
      try {
        const isAdd = step.does === "add";
        const row = isAdd ? step.row : await this.#writers.remove(table, step.key);
        const key = isAdd ? await this.#writers.add(table, row, names) : step.key;
        this.#kept({ ...step, key, row }, move);
        this.#tell(isAdd ? { table, key, added: { ...row, ...key } } : { table, key, deleted: row });
      } catch (thrown) {
        const why = thrown instanceof ApiError ? thrown.message : "Easel was not reached.";
        this.#problem = `The row was not ${step.does === "add" ? "added" : "deleted"}. ${why}`;
      }
      this.#host.readAgain();
      this.#host.redraw();
    });
    return this.#queue;
  }

  #tell(edit: RowEdit): void {
    for (const listener of this.#listeners) listener(edit);
  }

  /** Writes what was refused after all, whatever is there now. */
  insist(refusal: Refusal): Promise<void> {
    this.#forget(refusal);
    const { change, move } = refusal;
    return this.#carry(refusal.kind === "conflict" ? { ...change, was: refusal.now } : change, move);
  }

  /** Leaves it as it is. What could not be tried can be undone later. */
  giveWay(refusal: Refusal): void {
    this.#forget(refusal);
    const { change, move, kind } = refusal;
    if (kind === "failed" && move === "undo") this.#done = [...this.#done, reversed(change)];
    if (kind === "failed" && move === "redo") this.#undone = [...this.#undone, reversed(change)];
    this.#host.readAgain();
    this.#host.redraw();
  }

  /** The rows with what is on its way into the database. */
  over(rows: readonly LiveRow[]): readonly LiveRow[] {
    if (this.#shown.size === 0) return rows;
    return rows.map((row) => {
      const shown = this.#shown.get(row.id);
      if (!shown) return row;
      return { ...row, cells: row.cells.map((cell, at) => (shown.get(at) ?? { value: cell }).value) };
    });
  }

  /** These rows are what the `reading`th reading gave. */
  seen(reading: number, rows: readonly LiveRow[]): void {
    if (this.#shown.size === 0) return;
    const cellsOf = new Map(rows.map(({ id, cells }) => [id, cells]));
    for (const [row, shown] of this.#shown) {
      for (const [at, { value, from }] of shown) {
        const isThere = isSameCell(cellsOf.get(row)?.[at] ?? null, value);
        if (isThere || (from !== undefined && from <= reading)) shown.delete(at);
      }
      if (shown.size === 0) this.#shown.delete(row);
    }
  }

  #carry(change: Change, move: Move): Promise<void> {
    const { row, at, to } = change;
    const shown = this.#shown.get(row) ?? new Map<number, Shown>();
    this.#shown.set(row, shown.set(at, { value: to, from: undefined }));
    this.#host.redraw();
    const next = { change };
    this.#waiting.add(next);
    this.#queue = this.#queue.then(() => {
      this.#waiting.delete(next);
      return this.#send(next.change, move);
    });
    return this.#queue;
  }

  async #send(change: Change, move: Move): Promise<void> {
    const { table, key, column, was, to } = change;
    try {
      const now = await this.#writers.change({ table, key, set: { [column]: to }, was: { [column]: was } });
      this.#kept(change, move);
      this.#tell({ table, key, set: { [column]: to }, was: { [column]: was } });
      this.#settle({ ...change, row: this.#rename(change, now) });
    } catch (thrown) {
      this.#hide(change);
      this.#refusals = [...this.#refusals, { change, move, ...refused(thrown, column) }];
    }
    this.#host.redraw();
  }

  #kept(step: Step, move: Move): void {
    if (move === "undo") this.#undone = [...this.#undone, step];
    else this.#done = [...this.#done, step].slice(-MOST);
    if (move === "do") this.#undone = [];
  }

  /** A row whose key was changed is known by its new one from now on: by that which is given. */
  #rename({ key: before, row: old }: Change, now: Named): string {
    const named = JSON.stringify(before);
    const key = Object.fromEntries(Object.keys(before).map((name) => [name, now[name] ?? null]));
    if (JSON.stringify(key) === named) return old;
    const row = idOf(Object.values(key));
    const follow = (change: Change) =>
      JSON.stringify(change.key) === named ? { ...change, key, row } : change;
    const followStep = (step: Step) => ("does" in step ? step : follow(step));
    for (const next of this.#waiting) next.change = follow(next.change);
    this.#done = this.#done.map(followStep);
    this.#undone = this.#undone.map(followStep);
    const shown = this.#shown.get(old);
    this.#shown.delete(old);
    if (shown) this.#shown.set(row, shown);
    return row;
  }

  /** It is written: what a reading from now on gives is true. */
  #settle({ row, at, to }: Change): void {
    const shown = this.#shown.get(row)?.get(at);
    // Another change of the same cell may be on its way.
    if (!shown || !isSameCell(shown.value, to)) return;
    shown.from = this.#host.nextReading();
    this.#host.after(PATIENCE_MS, () => {
      if (this.#shown.get(row)?.get(at) === shown) this.#host.readAgain();
    });
  }

  #hide({ row, at }: Change): void {
    const shown = this.#shown.get(row);
    shown?.delete(at);
    if (shown?.size === 0) this.#shown.delete(row);
  }

  #forget(refusal: Refusal): void {
    this.#refusals = this.#refusals.filter((one) => one !== refusal);
  }
}

const reversed = (change: Change): Change => ({ ...change, was: change.to, to: change.was });

function refused(thrown: unknown, column: string): Why {
  if (!(thrown instanceof ApiError))
    return { kind: "failed", message: "Easel was not reached, so it is not saved." };
  const { status, message, details } = thrown;
  if (status !== 409) return { kind: "failed", message };
  const row = rowConflict.safeParse(details).data?.row;
  const now = cell.safeParse(row?.[column]).data;
  if (row === null) return { kind: "gone", message };
  return now === undefined ? { kind: "failed", message } : { kind: "conflict", message, now };
}
