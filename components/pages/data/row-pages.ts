import { isSame, type Key, keyText, type Shown } from "@/components/draw/grid/cells";
import type { RowsPage } from "./api";

export const PAGE = 100;
/** Beyond this a table is not scrolled to its end: browsers do not draw anything so tall. */
export const MAX_ROWS = 500_000;
/** At most so many pages are kept, and asked for at once. */
const KEPT = 40;
const AT_ONCE = 2;

export type Row = { cells: readonly Shown[]; key: Key | undefined };
type Read = (extent: { offset: number; limit: number }, signal: AbortSignal) => Promise<RowsPage>;
type Page = { rows: readonly Row[]; isStale: boolean; order: number };
type Head = Pick<RowsPage, "columns" | "key" | "editable" | "total">;

/**
 * The rows of a table as far as they are in sight: read page by page, and kept while others are read. The query cache has no
 * place for this: requests are two at a time and aborted once out of sight, and an edit changes a row in whichever page holds it.
 */
export class RowPages {
  head: Head | undefined;
  problem: unknown;
  #read: Read;
  readonly #listeners = new Set<() => void>();
  readonly #pages = new Map<number, Page>();
  readonly #asked = new Map<number, AbortController>();
  #wanted = { from: 0, to: 0 };
  /** Counts the choices and orders that were wanted one after the other. */
  #order = 0;
  #version = 0;
  #isLeft = false;

  constructor(read: Read) {
    this.#read = read;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  version = (): number => this.#version;

  get count(): number {
    return Math.min(this.head?.total ?? 0, MAX_ROWS);
  }

  row(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.rows[index % PAGE];
  }

  /** The rows that are in sight, from one to another. */
  want = (from: number, to: number): void => {
    this.#wanted = { from: Math.floor(from / PAGE), to: Math.floor(Math.max(from, to) / PAGE) };
    for (const [page, asked] of this.#asked) if (!this.#isNear(page)) asked.abort();
    this.#pump();
  };

  /** Reads again what is in sight; what is not, once it comes into sight. */
  refresh(): void {
    for (const page of this.#pages.values()) page.isStale = true;
    for (const asked of this.#asked.values()) asked.abort();
    this.#asked.clear();
    this.problem = undefined;
    this.#tell();
    this.#pump();
  }

  /** Other rows, or in another order; what is there stays until the first of them come. */
  reorder(read: Read): void {
    this.#read = read;
    this.#order += 1;
    this.#wanted = { from: 0, to: 0 };
    this.refresh();
  }

  /** Whether what is there is about to give way to another choice or order. */
  get isReordering(): boolean {
    return this.#pages.values().some(({ order }) => order !== this.#order);
  }

  /** Shows a row otherwise, until it is read again. */
  change(key: Key, cells: Readonly<Record<string, Shown>>, newKey: Key = key): void {
    const columns = this.head?.columns ?? [];
    const text = keyText(key);
    for (const page of this.#pages.values())
      page.rows = page.rows.map((row) =>
        row.key && keyText(row.key) === text
          ? { key: newKey, cells: columns.map((name, at) => cellOf(cells, name, row.cells[at])) }
          : row,
      );
    this.#tell();
  }

  /** Reads from now on; `leave` ends it. */
  enter(): void {
    this.#isLeft = false;
    this.#pump();
  }

  leave(): void {
    this.#isLeft = true;
    for (const asked of this.#asked.values()) asked.abort();
    this.#asked.clear();
  }

  #isNear(page: number): boolean {
    return page >= this.#wanted.from - 1 && page <= this.#wanted.to + 1;
  }

  #pump(): void {
    if (this.#isLeft || this.problem !== undefined) return;
    const last = this.head ? Math.max(0, Math.ceil(this.count / PAGE) - 1) : 0;
    for (let page = Math.min(this.#wanted.from, last); page <= Math.min(this.#wanted.to, last); page++) {
      if (this.#asked.size >= AT_ONCE) return;
      const known = this.#pages.get(page);
      if ((known && !known.isStale) || this.#asked.has(page)) continue;
      void this.#ask(page);
    }
  }

  async #ask(page: number): Promise<void> {
    const asked = new AbortController();
    this.#asked.set(page, asked);
    try {
      const read = await this.#read({ offset: page * PAGE, limit: PAGE }, asked.signal);
      if (!asked.signal.aborted) this.#take(page, read);
    } catch (error) {
      if (!asked.signal.aborted) {
        this.problem = error;
        this.#tell();
      }
    } finally {
      if (this.#asked.get(page) === asked) this.#asked.delete(page);
      this.#pump();
    }
  }

  #take(page: number, { rows, keys, ...head }: RowsPage): void {
    const { columns, key, editable, total } = head;
    // Another shape or order: what was kept of the old one cannot stand beside the new.
    if (this.isReordering || (this.head && !isSame(this.head.columns, columns))) this.#pages.clear();
    const { head: before } = this;
    // The same lists for as long as they say the same, so that what is drawn of them is not drawn anew.
    const kept = <List>(list: List, old: List | undefined): List => (old && isSame(list, old) ? old : list);
    this.head = {
      columns: kept(columns, before?.columns),
      key: kept(key, before?.key),
      editable: kept(editable, before?.editable),
      total,
    };
    this.#pages.set(page, {
      isStale: false,
      order: this.#order,
      rows: rows.map((cells, at) => ({ cells, key: keyOf(key, keys[at]) })),
    });
    for (const kept of this.#pages.keys()) {
      if (kept * PAGE >= total && kept !== page) this.#pages.delete(kept);
      else if (this.#pages.size > KEPT && !this.#isNear(kept)) this.#pages.delete(kept);
    }
    this.#tell();
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** A column may be called "constructor". */
function cellOf(cells: Readonly<Record<string, Shown>>, name: string, before: Shown | undefined): Shown {
  return (Object.hasOwn(cells, name) ? cells[name] : before) ?? null;
}

function keyOf(names: readonly string[], values: RowsPage["keys"][number] | undefined): Key | undefined {
  // A primary key may hold NULL; such a row cannot be told from another.
  if (names.length === 0 || !values || values.some((value) => value === null)) return undefined;
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
}
