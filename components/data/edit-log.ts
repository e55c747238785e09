import { ApiError } from "@/components/client/request";
import { wordsOf as problemOf } from "@/components/settings/api";
import { rowConflict } from "@/lib/shared/data/contract";
import { isSame, isWhole, type Shown } from "./cells";
import { type Edit, perform } from "./edits";
import type { RowPages } from "./row-pages";

/** Why an edit was not made. */
export type Failure =
  /** Somebody else wrote first: what the cell holds now; `mine` writes over it. */
  | { kind: "conflict"; column: string; theirs: Shown; wanted: Shown; mine: Edit }
  | { kind: "gone" }
  | { kind: "other"; words: string; again: () => void };

const MOST = 200;

type Way = "make" | "undo" | "redo";

/** Edits of a table's rows, made one after the other, and the way back from each. */
export class EditLog {
  undoable: readonly Edit[] = [];
  redoable: readonly Edit[] = [];
  failure: Failure | undefined;
  /** When something was last written here, in ms of `performance.now()`. */
  wroteAt = Number.NEGATIVE_INFINITY;
  readonly #table: string;
  readonly #pages: RowPages;
  readonly #listeners = new Set<() => void>();
  #queue: Promise<boolean> = Promise.resolve(true);
  #version = 0;

  constructor(table: string, pages: RowPages) {
    this.#table = table;
    this.#pages = pages;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  version = (): number => this.#version;

  /** Whether it was made. It is shown at once; what the server says comes after it. */
  make(edit: Edit): Promise<boolean> {
    if (edit.kind === "set") this.#pages.change(edit.key, edit.set);
    return this.#next(() => this.#perform(edit, "make"));
  }

  /** Takes back the last edit, also one that is still on its way. */
  undo(): Promise<boolean> {
    return this.#next(async () => {
      const edit = this.undoable.at(-1);
      this.undoable = this.undoable.slice(0, -1);
      return edit !== undefined && this.#perform(edit, "undo");
    });
  }

  redo(): Promise<boolean> {
    return this.#next(async () => {
      const edit = this.redoable.at(-1);
      this.redoable = this.redoable.slice(0, -1);
      return edit !== undefined && this.#perform(edit, "redo");
    });
  }

  dismiss(): void {
    this.failure = undefined;
    this.#tell();
  }

  #next(work: () => Promise<boolean>): Promise<boolean> {
    this.#queue = this.#queue.then(work);
    return this.#queue;
  }

  async #perform(edit: Edit, way: Way): Promise<boolean> {
    const pages = this.#pages;
    if (edit.kind === "set") pages.change(edit.key, edit.set);
    try {
      const { back, row, key } = await perform(this.#table, edit, pages.head?.key ?? []);
      this.wroteAt = performance.now();
      if (edit.kind === "set" && row) pages.change(edit.key, row, key);
      else pages.refresh();
      if (way === "undo") this.redoable = [...this.redoable, back];
      else this.undoable = [...this.undoable, back].slice(-MOST);
      if (way === "make") this.redoable = [];
      this.failure = undefined;
      this.#tell();
      return true;
    } catch (error) {
      if (edit.kind === "set") pages.change(edit.key, edit.was);
      this.failure = this.#failureOf(error, edit, way);
      this.#tell();
      if (this.failure.kind !== "other") pages.refresh();
      return false;
    }
  }

  #failureOf(error: unknown, edit: Edit, way: Way): Failure {
    const again = () => void this.#next(() => this.#perform(edit, way));
    const other: Failure = { kind: "other", words: problemOf(error), again };
    if (edit.kind !== "set" || !(error instanceof ApiError) || error.status !== 409) return other;
    const { row } = rowConflict.safeParse(error.details).data ?? {};
    if (row === undefined) return other;
    if (row === null) return { kind: "gone" };
    const names = Object.keys(edit.was);
    const column = names.find((name) => !isSame(edit.was[name], row[name]));
    if (column === undefined) return other;
    const was = names.map((name) => {
      const now = row[name] ?? null;
      return [name, isWhole(now) ? now : (edit.was[name] ?? null)] as const;
    });
    const mine: Edit = { ...edit, was: Object.fromEntries(was) };
    return { kind: "conflict", column, theirs: row[column] ?? null, wanted: edit.set[column] ?? null, mine };
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
