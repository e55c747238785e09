import { ApiError, jsonBody, request } from "@/components/client/request";
import { openStateEvents } from "./state-events";

export type Follower = {
  watch(key: string): void;
  unwatch(key: string): void;
  set(id: number, entries: readonly (readonly [key: string, value: unknown])[]): void;
  close(): void;
};
/** `seen` is the number of this follower's last `set` that the value includes. */
export type Deliver = (key: string, value: unknown, seen: number) => void;

type Refuse = (key: string, why: string) => void;

/** The surface that writes: its title, and the web origins whose text its component may contain. */
type Writing = { title: string; origins?: readonly string[] } | undefined;
type SurfaceOf = () => Writing;

/** Stores the state. Refused requests reject with an ApiError. */
export type StateServer = {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown, surface: Writing, init?: RequestInit): Promise<unknown>;
  /** Calls `onChange` for each change, and `onGap` whenever changes may have been missed. */
  hear(onChange: (key: string, value: unknown) => void, onGap: () => void): () => void;
};

type Reader = { deliver: Deliver; refuse: Refuse; sheetOf: SurfaceOf; seen: number };
type Entry = {
  key: string;
  value: unknown;
  isLoaded: boolean;
  readers: Set<Reader>;
  writer?: Reader;
  unsent: { value: unknown; from: Reader } | undefined;
  isSending: boolean;
  /** A change arrived during a write, so the order of the two is unknown. */
  isStale: boolean;
};

const AGAIN_MS = 1_000;
const MAX_RETRY_MS = 15_000;

export type StateSource = Pick<StateLink, "follow" | "flush">;

/**
 * The agent's state for all frames of this page: one copy and one event stream. Writes are sent at once and
 * in order.
 */
export class StateLink {
  readonly #server: StateServer;
  #entries = new Map<string, Entry>();
  #closeEvents: (() => void) | undefined;

  constructor(server: StateServer = { get, put, hear: openStateEvents }) {
    this.#server = server;
  }

  follow(deliver: Deliver, refuse: Refuse, surfaceOf: SurfaceOf = () => undefined): Follower {
    const reader: Reader = { deliver, refuse, sheetOf: surfaceOf, seen: 0 };
    return {
      watch: (key) => this.#watch(key, reader),
      unwatch: (key) => this.#unwatch(key, reader),
      set: (id, entries) => {
        reader.seen = id;
        for (const [key, value] of entries) this.#write(key, value, reader);
      },
      close: () => {
        for (const key of [...this.#entries.keys()]) this.#unwatch(key, reader);
      },
    };
  }

  /** Sends unsent writes with `keepalive`, so that they outlive the page. */
  flush(): void {
    for (const { key, value, writer, unsent, isSending } of this.#entries.values())
      if (unsent || isSending)
        void this.#server.put(key, value, writer?.sheetOf(), { keepalive: true }).catch(() => {});
  }

  #entry(key: string): Entry {
    const entry = this.#entries.get(key) ?? {
      key,
      value: null,
      isLoaded: false,
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
    if (entry.isLoaded) reader.deliver(key, entry.value, reader.seen);
    else void this.#load(entry);
    this.#closeEvents ??= this.#server.hear(
      (changed, value) => this.#changed(changed, value),
      () => this.#reload(),
    );
  }

  #unwatch(key: string, reader: Reader): void {
    const entry = this.#entries.get(key);
    if (!entry?.readers.delete(reader)) return;
    if (entry.readers.size === 0 && !entry.unsent && !entry.isSending) this.#entries.delete(key);
    if (this.#entries.size > 0) return;
    this.#closeEvents?.();
    this.#closeEvents = undefined;
  }

  #write(key: string, value: unknown, from: Reader): void {
    const entry = this.#entry(key);
    entry.isLoaded = true;
    entry.value = value;
    entry.unsent = { value, from };
    entry.writer = from;
    for (const reader of entry.readers) if (reader !== from) reader.deliver(key, value, reader.seen);
    void this.#send(entry);
  }

  /** Sends one write per key at a time. Of several that waited, only the last is sent. */
  async #send(entry: Entry): Promise<void> {
    if (entry.isSending) return;
    entry.isSending = true;
    for (let pause = AGAIN_MS; entry.unsent; ) {
      const { value, from } = entry.unsent;
      entry.unsent = undefined;
      try {
        await this.#server.put(entry.key, value, from.sheetOf());
        pause = AGAIN_MS;
      } catch (error) {
        if (isRefusal(error)) {
          // Stale, so that the stored value is loaded and shown again.
          entry.isStale = true;
          from.refuse(entry.key, error.message);
          continue;
        }
        entry.unsent ??= { value, from };
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
    else if (!entry.isLoaded || JSON.stringify(entry.value) !== JSON.stringify(value)) {
      entry.isLoaded = true;
      entry.value = value;
      for (const reader of entry.readers) reader.deliver(key, value, reader.seen);
    }
  }
}

async function get(key: string): Promise<unknown> {
  const { value }: { value: unknown } = await (await request(pathOf(key))).json();
  return value;
}

function put(key: string, value: unknown, surface: Writing, init?: RequestInit): Promise<Response> {
  const { title, origins = [] } = surface ?? {};
  const by = { ...(title && { sheet: title.slice(0, 200) }), ...(origins.length > 0 && { origins }) };
  return request(pathOf(key), { method: "PUT", ...jsonBody({ value, ...by }), ...init });
}

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
