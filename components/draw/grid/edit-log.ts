import { ApiError } from "@/components/client/request";
import { rowConflict } from "@/lib/shared/data/contract";
import { t } from "@/lib/shared/i18n/en/grid";
import { isSame, isWhole, type Key, keyText, type Shown } from "./cells";
import { type Edit, type Made, perform, type SetEdit, writers } from "./edits";

type EditDirection = "make" | "undo" | "redo";

export type Refusal = {
  edit: Edit;
  way: EditDirection;
} /**
 * `conflict`: the cell changed after the user saw it. `now` is its current value; `mine` is the edit that overwrites
 * it.
 */ & (
  | { kind: "conflict"; column: string; now: Shown; mine: SetEdit }
  | { kind: "gone" }
  | { kind: "failed"; message: string }
);

export type EditHost = {
  show: (edit: SetEdit) => void;
  written: (made: Made) => void;
  /** Reverts what `show` displayed for a refused edit. `isOld`: the loaded rows are outdated. */
  refused: (edit: Edit, isOld: boolean) => void;
};

const MAX_STEPS = 200;

/**
 * Applies edits of rows one after another, each only if the cells still have the values that the user saw,
 * and keeps the inverse of each for undo. Refused edits wait for the user's decision. Mutations of the query
 * cache provide neither this order nor undo.
 */
export class EditLog {
  undoable: readonly Edit[] = [];
  redoable: readonly Edit[] = [];
  refusals: readonly Refusal[] = [];
  wroteAt = Number.NEGATIVE_INFINITY;
  readonly #host: EditHost;
  readonly #writers: typeof writers;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Set<{ edit: Edit }>();
  #queue: Promise<boolean> = Promise.resolve(true);
  #version = 0;

  constructor(host: EditHost, own: Partial<typeof writers> = {}) {
    this.#host = host;
    this.#writers = { ...writers, ...own };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  version = (): number => this.#version;

  make(edit: Edit): Promise<boolean> {
    return this.#carry(edit, "make");
  }

  /** Undoes the last edit. Waits for edits that are still being sent. */
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

  insist(refusal: Refusal): Promise<boolean> {
    this.#forget(refusal);
    return this.#carry(refusal.kind === "conflict" ? refusal.mine : refusal.edit, refusal.way);
  }

  /** Drops a refused edit when the user does not insist. A failed undo or redo can be repeated later. */
  giveWay(refusal: Refusal): void {
    this.#forget(refusal);
    const { edit, way, kind } = refusal;
    if (kind === "failed" && way === "undo") this.undoable = [...this.undoable, edit];
    if (kind === "failed" && way === "redo") this.redoable = [...this.redoable, edit];
    this.#tell();
  }

  dismiss(): void {
    for (const refusal of this.refusals) this.giveWay(refusal);
  }

  #carry(edit: Edit, way: EditDirection): Promise<boolean> {
    if (edit.kind === "set") this.#host.show(edit);
    this.#tell();
    const next = { edit };
    this.#waiting.add(next);
    return this.#next(() => {
      this.#waiting.delete(next);
      return this.#perform(next.edit, way);
    });
  }

  #next(work: () => Promise<boolean>): Promise<boolean> {
    this.#queue = this.#queue.then(work);
    return this.#queue;
  }

  async #perform(edit: Edit, way: EditDirection): Promise<boolean> {
    if (edit.kind === "set") this.#host.show(edit);
    this.#tell();
    try {
      this.#keep(await perform(edit, this.#writers), way);
      return true;
    } catch (error) {
      const refusal = refusalOf(error, edit, way);
      this.refusals = [...this.refusals, refusal];
      this.#host.refused(edit, refusal.kind !== "failed");
      return false;
    } finally {
      this.#tell();
    }
  }

  #keep(made: Made, way: EditDirection): void {
    const { edit, back, key } = made;
    this.wroteAt = performance.now();
    if (way === "undo") this.redoable = [...this.redoable, back];
    else this.undoable = [...this.undoable, back].slice(-MAX_STEPS);
    if (way === "make") this.redoable = [];
    if (edit.kind === "set" && key && !isSame(edit.key, key)) this.#rename(edit, key);
    // Drops the error of a failed insert or delete once a later one succeeds.
    if (edit.kind !== "set")
      this.refusals = this.refusals.filter(({ edit, kind }) => edit.kind === "set" || kind !== "failed");
    this.#host.written(made);
  }

  #rename({ table, key: before }: SetEdit, now: Key): void {
    const text = keyText(before);
    const followed = (key: Key) => (keyText(key) === text ? now : key);
    const follow = (edit: Edit): Edit => {
      if (edit.table !== table || edit.kind === "insert") return edit;
      if (edit.kind === "delete") return { ...edit, keys: edit.keys.map(followed) };
      return { ...edit, key: followed(edit.key) };
    };
    for (const next of this.#waiting) next.edit = follow(next.edit);
    this.undoable = this.undoable.map(follow);
    this.redoable = this.redoable.map(follow);
  }

  #forget(refusal: Refusal): void {
    this.refusals = this.refusals.filter((one) => one !== refusal);
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

function refusalOf(error: unknown, edit: Edit, way: EditDirection): Refusal {
  const isAnswer = error instanceof ApiError;
  const message = isAnswer ? error.message : t("notReached");
  const failed: Refusal = { edit, way, kind: "failed", message };
  if (edit.kind !== "set" || !isAnswer || error.status !== 409) return failed;
  const { row } = rowConflict.safeParse(error.details).data ?? {};
  if (row === null) return { edit, way, kind: "gone" };
  const names = Object.keys(edit.was);
  const column = names.find((name) => !isSame(edit.was[name], row?.[name]));
  if (row === undefined || column === undefined) return failed;
  const was = names.map((name) => {
    const now = row[name] ?? null;
    return [name, isWhole(now) ? now : (edit.was[name] ?? null)] as const;
  });
  const mine: SetEdit = { ...edit, was: Object.fromEntries(was) };
  return { edit, way, kind: "conflict", column, now: row[column] ?? null, mine };
}
