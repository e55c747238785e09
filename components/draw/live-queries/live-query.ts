import { ApiError } from "@/components/client/request";
import { EditLog } from "@/components/draw/grid/edit-log";
import type { Made, Writers } from "@/components/draw/grid/edits";
import type { RowEdit } from "@/lib/shared/blocks/edits";
import type { Result } from "./api";
import { type LiveRow, rowsOf } from "./live-rows";
import { PendingCells } from "./pending";

export type LiveState = {
  result?: Result;
  rows: readonly LiveRow[];
  at?: Date;
  /** Message for the user if the last read failed. */
  error?: string;
  /** True if Easel is unreachable. The query then retries automatically. */
  isLost: boolean;
};

/** Minimum pause between two reads. The pause is at least as long as the last read took. */
const PAUSE_MS = 40;
const AGAIN_MS = 3_000;
/** After an edit, the query waits this long for a notice of the change before it reads the result anyway. */
const PATIENCE_MS = 300;

const FIRST_READ_MS = 20_000;

type Clock = { now(): number; after(ms: number, run: () => void): () => void };

const clock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * A query with its newest result, shared by all blocks that show it. It is read when its tables change, one
 * read at a time, and only while it is watched.
 */
export class LiveQuery {
  readonly edits: EditLog;
  readonly #pending = new PendingCells();
  readonly #read: () => Promise<Result>;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  readonly #hearers = new Set<(edit: RowEdit) => void>();
  #state: LiveState = { rows: [], isLost: false };
  #base: readonly LiveRow[] = [];
  #watchers = 0;
  #isStale = true;
  #isReading = false;
  #readings = 0;
  #stopWaiting: (() => void) | undefined;

  constructor(read: () => Promise<Result>, writers?: Partial<Writers>, time = clock) {
    this.#read = read;
    this.#clock = time;
    const host = {
      show: this.#pending.show.bind(this.#pending),
      written: (made: Made) => this.#written(made),
      refused: (edit: Made["edit"], isOld: boolean) => {
        if (edit.kind === "set") this.#pending.hide(edit);
        if (isOld || edit.kind !== "set") this.changed(null);
      },
    };
    this.edits = new EditLog(host, writers);
    this.edits.subscribe(() => this.#set({}));
  }

  get state(): LiveState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves after the first read, whether it succeeded or failed, and at the latest after `FIRST_READ_MS`. */
  async firstRead(): Promise<void> {
    const isOver = () => this.#state.result !== undefined || this.#state.error !== undefined;
    if (isOver()) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        unsubscribe();
        stopWaiting();
        resolve();
      };
      const unsubscribe = this.subscribe(() => {
        if (isOver()) end();
      });
      const stopWaiting = this.#clock.after(FIRST_READ_MS, end);
    });
  }

  /** Calls `hearer` after each edit of a row by the user. Returns a function that unsubscribes it. */
  onWritten(hearer: (edit: RowEdit) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  get isUsed(): boolean {
    return this.#listeners.size > 0;
  }

  watch(): () => void {
    this.#watchers += 1;
    this.#pull();
    return () => {
      this.#watchers -= 1;
    };
  }

  /**
   * Marks the query as stale if it reads one of the tables; null or an empty list means any table. After a
   * failed read any change counts, because it may fix the query.
   */
  changed(tables: readonly string[] | null): void {
    const { result, error } = this.#state;
    const isConcerned =
      !tables || tables.length === 0 || !result || error !== undefined || concerns(result.reads, tables);
    if (!isConcerned) return;
    this.#isStale = true;
    this.#pull();
  }

  retry(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.changed(null);
  }

  #pull(): void {
    if (!this.#isStale || this.#watchers === 0 || this.#isReading || this.#stopWaiting) return;
    void this.#run();
  }

  async #run(): Promise<void> {
    const began = this.#clock.now();
    const reading = ++this.#readings;
    this.#isReading = true;
    this.#isStale = false;
    let pause: number | undefined;
    try {
      const result = await this.#read();
      this.#base = rowsOf(result, this.#base);
      this.#pending.seen(reading, this.#base, result.source?.columns ?? []);
      this.#set({ result, at: new Date(), error: undefined, isLost: false });
    } catch (thrown) {
      const isAnswer = thrown instanceof ApiError;
      this.#set(isAnswer ? { error: thrown.message, isLost: false } : { isLost: true });
      if (!isAnswer) {
        this.#isStale = true;
        pause = AGAIN_MS;
      }
    }
    this.#isReading = false;
    this.#wait(pause ?? Math.max(PAUSE_MS, this.#clock.now() - began));
  }

  #wait(ms: number): void {
    this.#stopWaiting = this.#clock.after(ms, () => {
      this.#stopWaiting = undefined;
      this.#pull();
    });
  }

  #written(made: Made): void {
    const { edit, key } = made;
    if (edit.kind !== "set") this.changed(null);
    else {
      this.#pending.written(edit, key ?? edit.key, this.#readings + 1);
      this.#clock.after(PATIENCE_MS, () => {
        if (this.#pending.isUnread) this.changed(null);
      });
    }
    for (const row of rowEditsOf(made)) for (const hear of this.#hearers) hear(row);
  }

  #set(change: Partial<LiveState>): void {
    const { result } = { ...this.#state, ...change };
    const rows = this.#pending.over(this.#base, result?.source?.columns ?? []);
    this.#state = { ...this.#state, ...change, rows };
    for (const listener of this.#listeners) listener();
  }
}

function concerns(reads: readonly string[], tables: readonly string[]): boolean {
  const names = new Set(reads.map((name) => name.toLowerCase()));
  return tables.some((name) => names.has(name.toLowerCase()));
}

function rowEditsOf({ edit, back }: Made): RowEdit[] {
  const { table } = edit;
  if (edit.kind === "set") return [{ table, key: edit.key, set: edit.set, was: edit.was }];
  if (edit.kind === "delete") {
    const rows = back.kind === "insert" ? back.rows : [];
    return edit.keys.map((key, at) => ({ table, key, deleted: rows[at] ?? {} }));
  }
  const keys = back.kind === "delete" ? back.keys : [];
  return keys.map((key, at) => ({ table, key, added: { ...edit.rows[at], ...key } }));
}
