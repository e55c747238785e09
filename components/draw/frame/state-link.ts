import { ApiError, jsonBody, request } from "@/components/client/request";
import { openStateEvents } from "./state-events";

export type Follower = {
  watch(key: string): void;
  unwatch(key: string): void;
  set(id: number, entries: readonly StateWrite[]): void;
  close(): void;
};
/**
 * `on` is the number of the delivered value that was changed, if the page numbers values. `initial` was changed instead if that
 * value is null.
 */
export type StateWrite = readonly [key: string, value: unknown, on?: number, initial?: unknown];
/** `seen` is the number of this follower's last `set` that the value includes. `at` is the number of the value. */
export type Deliver = (key: string, value: unknown, seen: number, at?: number) => void;

type Refuse = (key: string, why: string) => void;

/** The surface that writes: its title, and the web origins whose text its component may contain. */
type Writing = { title: string; origins?: readonly string[] } | undefined;
type SurfaceOf = () => Writing;

type Base = { value: unknown } | undefined;

/** Stores the state. Refused requests reject with an ApiError. */
export type StateServer = {
  get(key: string): Promise<unknown>;
  /**
   * With `base`, from which `value` was made, the server keeps what others have changed since. Returns the stored value if it
   * can differ.
   */
  put(
    key: string,
    value: unknown,
    surface: Writing,
    how?: { base?: Base; keepalive?: boolean },
  ): Promise<Base>;
  /** Calls `onChange` for each change, and `onGap` whenever changes may have been missed. */
  hear(onChange: (key: string, value: unknown) => void, onGap: () => void): () => void;
};

/** `wrote`: by key, the number of the last value that the reader wrote. */
type Reader = {
  deliver: Deliver;
  refuse: Refuse;
  sheetOf: SurfaceOf;
  seen: number;
  wrote: Map<string, number>;
};
type Write = { value: unknown; from: Reader; base: Base };
type Entry = {
  key: string;
  value: unknown;
  isLoaded: boolean;
  readers: Set<Reader>;
  /** Number of `value`. */
  at: number;
  /** The last values by number. Frames may still change them. */
  recent: Map<number, unknown>;
  /** The last write. */
  write?: Write;
  unsent: Write | undefined;
  isSending: boolean;
  /** A change arrived during a write, so the order of the two is unknown. */
  isStale: boolean;
};

const AGAIN_MS = 1_000;
const MAX_RETRY_MS = 15_000;
const MAX_RECENT = 20;
/** Maximum characters of the JSON of a base. Browsers limit requests that outlive the page. */
const MAX_BASE = { usual: 100_000, keepalive: 20_000 };

export type StateSource = Pick<StateLink, "follow" | "flush">;

/**
 * The agent's state for all frames of this page: one copy and one event stream. Writes are sent at once and
 * in order.
 */
export class StateLink {
  readonly #server: StateServer;
  #entries = new Map<string, Entry>();
  /** Number of the last value, of any key. */
  #last = 0;
  #closeEvents: (() => void) | undefined;

  constructor(server: StateServer = { get, put, hear: openStateEvents }) {
    this.#server = server;
  }

  follow(deliver: Deliver, refuse: Refuse, surfaceOf: SurfaceOf = () => undefined): Follower {
    const reader: Reader = { deliver, refuse, sheetOf: surfaceOf, seen: 0, wrote: new Map() };
    return {
      watch: (key) => this.#watch(key, reader),
      unwatch: (key) => this.#unwatch(key, reader),
      set: (id, entries) => {
        reader.seen = id;
        for (const entry of entries) this.#write(entry, reader);
      },
      close: () => {
        for (const key of [...this.#entries.keys()]) this.#unwatch(key, reader);
      },
    };
  }

  /** Sends unsent writes with `keepalive`, so that they outlive the page. */
  flush(): void {
    for (const { key, value, write, unsent, isSending } of this.#entries.values())
      if (unsent || isSending)
        void this.#server
          .put(key, value, write?.from.sheetOf(), { base: write?.base, keepalive: true })
          .catch(() => {});
  }

  #entry(key: string): Entry {
    const entry = this.#entries.get(key) ?? {
      key,
      value: null,
      isLoaded: false,
      at: 0,
      recent: new Map(),
      readers: new Set(),
      unsent: undefined,
      isSending: false,
      isStale: false,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  #watch(key: string, reader: Reader): void {
    const entry = this.#entry(key);
    entry.readers.add(reader);
    if (entry.isLoaded) reader.deliver(key, entry.value, reader.seen, entry.at);
    else void this.#load(entry);
    this.#closeEvents ??= this.#server.hear(
      (changed, value) => this.#changed(changed, value),
      () => this.#reload(),
    );
  }

  #unwatch(key: string, reader: Reader): void {
    const entry = this.#entries.get(key);
    if (!entry?.readers.delete(reader)) return;
    reader.wrote.delete(key);
    if (entry.readers.size === 0 && !entry.unsent && !entry.isSending) this.#entries.delete(key);
    if (this.#entries.size > 0) return;
    this.#closeEvents?.();
    this.#closeEvents = undefined;
  }

  #write([key, value, on, initial]: StateWrite, from: Reader): void {
    const entry = this.#entry(key);
    entry.isLoaded = true;
    const { unsent, recent } = entry;
    // A frame changes the last value that it has applied or written.
    const changed = on === undefined ? undefined : Math.max(on, from.wrote.get(key) ?? 0);
    const isKnown = changed !== undefined && recent.has(changed);
    const base = unsent
      ? unsent.base
      : isKnown
        ? { value: recent.get(changed) ?? initial ?? null }
        : undefined;
    this.#adopt(entry, value);
    from.wrote.set(key, entry.at);
    entry.unsent = entry.write = { value, from, base };
    for (const reader of entry.readers)
      if (reader !== from) reader.deliver(key, value, reader.seen, entry.at);
    void this.#send(entry);
  }

  /** Sends one write per key at a time. Of several that waited, only the last is sent. */
  async #send(entry: Entry): Promise<void> {
    if (entry.isSending) return;
    entry.isSending = true;
    for (let pause = AGAIN_MS; entry.unsent; ) {
      const { value, from, base } = entry.unsent;
      entry.unsent = undefined;
      try {
        const stored = await this.#server.put(entry.key, value, from.sheetOf(), { base });
        pause = AGAIN_MS;
        if (stored && !entry.unsent) this.#show(entry, stored.value);
      } catch (error) {
        if (isRefusal(error)) {
          // Stale, so that the stored value is loaded and shown again.
          entry.isStale = true;
          from.refuse(entry.key, error.message);
          continue;
        }
        // It is unknown whether the server has stored the value, so a newer one has the same base.
        entry.unsent = { ...(entry.unsent ?? { value, from }), base };
        await wait(pause);
        pause = Math.min(pause * 2, MAX_RETRY_MS);
      }
    }
    entry.isSending = false;
    if (entry.isStale) await this.#load(entry);
    if (entry.readers.size === 0) this.#entries.delete(entry.key);
  }

  async #load(entry: Entry): Promise<void> {
    entry.isStale = false;
    for (let pause = AGAIN_MS; entry.readers.size > 0; pause = Math.min(pause * 2, MAX_RETRY_MS)) {
      try {
        const value = await this.#server.get(entry.key);
        return this.#changed(entry.key, value);
      } catch (error) {
        if (isRefusal(error)) return this.#changed(entry.key, null);
        await wait(pause);
      }
    }
  }

  #reload(): void {
    for (const entry of this.#entries.values())
      if (entry.isLoaded && !entry.isSending) void this.#load(entry);
  }

  #changed(key: string, value: unknown): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    if (entry.isSending) entry.isStale = true;
    else this.#show(entry, value);
  }

  /** Delivers a value of the server unless it is shown already. */
  #show(entry: Entry, value: unknown): void {
    if (entry.isLoaded && JSON.stringify(entry.value) === JSON.stringify(value)) return;
    entry.isLoaded = true;
    this.#adopt(entry, value);
    for (const reader of entry.readers) reader.deliver(entry.key, value, reader.seen, entry.at);
  }

  #adopt(entry: Entry, value: unknown): void {
    const { recent } = entry;
    entry.value = value;
    entry.at = ++this.#last;
    recent.set(entry.at, value);
    const [oldest] = recent.keys();
    if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
  }
}

async function get(key: string): Promise<unknown> {
  const { value }: { value: unknown } = await (await request(pathOf(key))).json();
  return value;
}

const put: StateServer["put"] = async (key, value, surface, { base, keepalive } = {}) => {
  const { title, origins = [] } = surface ?? {};
  const by = { ...(title && { sheet: title.slice(0, 200) }), ...(origins.length > 0 && { origins }) };
  const isMerged =
    base && canMerge(value) && fits(base.value, keepalive ? MAX_BASE.keepalive : MAX_BASE.usual);
  const body = { value, ...(isMerged && { base: base.value }), ...by };
  const response = await request(pathOf(key), {
    ...{ method: "PUT", ...jsonBody(body) },
    ...(keepalive && { keepalive }),
  });
  return isMerged ? ((await response.json()) as { value: unknown }) : undefined;
};

/** Other values replace each other. */
const canMerge = (value: unknown): boolean =>
  typeof value === "string" || (typeof value === "object" && value !== null);

const fits = (value: unknown, max: number): boolean => JSON.stringify(value ?? null).length <= max;

/**
 * The key `events` goes into the query, because its path is the event stream. So do `.` and `..`, which URLs resolve as
 * folders even if they are encoded.
 */
const pathOf = (key: string) =>
  /^(events|\.\.?)$/.test(key)
    ? `/api/state/-?${new URLSearchParams({ key })}`
    : `/api/state/${encodeURIComponent(key)}`;

/** Easel rejected the request, so a retry would not help. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
