import { isSame, type Key, keyText, type Shown } from "@/components/draw/grid/cells";
import type { RowsPage } from "./api";

export const PAGE = 100;
/** Maximum number of scrollable rows: browsers limit the height of an element. */
export const MAX_ROWS = 500_000;
/** Maximum number of cached pages, and of concurrent requests. */
const MAX_PAGES = 40;
const MAX_REQUESTS = 2;

export type Row = { cells: readonly Shown[]; key: Key | undefined };
type Read = (extent: { offset: number; limit: number }, signal: AbortSignal) => Promise<RowsPage>;
type Page = { rows: readonly Row[]; isStale: boolean; order: number };
type Head = Pick<RowsPage, "columns" | "key" | "editable" | "total">;

/**
 * Caches the rows of a table by page and loads the visible pages. It does not use the query cache, because it
 * sends at most two requests at a time, aborts requests for pages out of view, and applies an edit to the
 * page that contains the row.
 */
export class RowPages {
  head: Head | undefined;
  problem: unknown;
  #read: Read;
  readonly #listeners = new Set<() => void>();
  readonly #pages = new Map<number, Page>();
  readonly #asked = new Map<number, AbortController>();
  #wanted = { from: 0, to: 0 };
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

  /** Sets the visible range of row indexes, inclusive. */
  want = (from: number, to: number): void => {
    this.#wanted = { from: Math.floor(from / PAGE), to: Math.floor(Math.max(from, to) / PAGE) };
    for (const [page, asked] of this.#asked) if (!this.#isNear(page)) asked.abort();
    this.#pump();
  };

  /** Refetches visible pages now, and each other page when it becomes visible. */
  refresh(): void {
    for (const page of this.#pages.values()) page.isStale = true;
    for (const asked of this.#asked.values()) asked.abort();
    this.#asked.clear();
    this.problem = undefined;
    this.#tell();
    this.#pump();
  }

  /** Switches to another filter or order. The old rows remain until the first new page arrives. */
  reorder(read: Read): void {
    this.#read = read;
    this.#order += 1;
    this.#wanted = { from: 0, to: 0 };
    this.refresh();
  }

  /** True while rows of the previous filter or order are shown. */
  get isReordering(): boolean {
    return this.#pages.values().some(({ order }) => order !== this.#order);
  }

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
      if (this.#asked.size >= MAX_REQUESTS) return;
      const cached = this.#pages.get(page);
      if ((cached && !cached.isStale) || this.#asked.has(page)) continue;
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
    // Drop cached pages if the columns or the order changed.
    if (this.isReordering || (this.head && !isSame(this.head.columns, columns))) this.#pages.clear();
    const { head: before } = this;
    // Reuse equal lists, so that components that depend on them do not render again.
    const reused = <List>(list: List, old: List | undefined): List => (old && isSame(list, old) ? old : list);
    this.head = {
      columns: reused(columns, before?.columns),
      key: reused(key, before?.key),
      editable: reused(editable, before?.editable),
      total,
    };
    this.#pages.set(page, {
      isStale: false,
      order: this.#order,
      rows: rows.map((cells, at) => ({ cells, key: keyOf(key, keys[at]) })),
    });
    for (const cached of this.#pages.keys()) {
      if (cached * PAGE >= total && cached !== page) this.#pages.delete(cached);
      else if (this.#pages.size > MAX_PAGES && !this.#isNear(cached)) this.#pages.delete(cached);
    }
    this.#tell();
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** A column can be named "constructor", so check for an own property. */
function cellOf(cells: Readonly<Record<string, Shown>>, name: string, before: Shown | undefined): Shown {
  return (Object.hasOwn(cells, name) ? cells[name] : before) ?? null;
}

function keyOf(names: readonly string[], values: RowsPage["keys"][number] | undefined): Key | undefined {
  // SQLite allows NULL in a primary key. Such a row has no unique key.
  if (names.length === 0 || !values || values.some((value) => value === null)) return undefined;
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
}
