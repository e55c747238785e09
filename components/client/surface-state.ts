import { surfaceState } from "@/lib/shared/chat/surfaces/sheets";
import { ApiError, jsonBody, request } from "./request";

type Entries = Record<string, unknown>;

export type StoredEntry = {
  /** Returns undefined if nothing is stored, or while loading. */
  read(): unknown;
  ready(): Promise<void>;
  write(value: unknown): void;
  /** Notifies about every change, including those of other tabs. */
  subscribe(listener: () => void): () => void;
  problem(): string | undefined;
};

/** The part of a surface's state that a frame may use. */
export type SurfaceEntries = Pick<SurfaceState, "read" | "ready" | "write" | "subscribe">;

const GATHER_MS = 300;
const AGAIN_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
/** Maximum size of a `keepalive` request body. */
const MAX_LAST_BYTES = 60_000;

/**
 * State of one surface. A write applies locally at once and is sent to the server after a short delay; other
 * tabs receive it from there. The last write of each entry wins. Unsent entries are also kept in
 * localStorage.
 */
export class SurfaceState {
  readonly #id: { conversation: string; messageId: string; toolCallId: string };
  readonly #listeners = new Set<() => void>();
  readonly #unsent = new Map<string, unknown>();
  #entries: Entries = {};
  #version = 0;
  /** Highest version that the server reported. */
  #newest: number | undefined;
  #isKnown = false;
  #loading: Promise<void> | undefined;
  #sending: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #problem: string | undefined;

  readonly #isLocal: () => boolean;

  /** `isLocal`: whether writes stay in this tab. */
  constructor(conversation: string, messageId: string, toolCallId: string, isLocal = () => false) {
    this.#isLocal = isLocal;
    this.#id = { conversation, messageId, toolCallId };
    for (const [key, value] of Object.entries(readUnsent(this.#storageKey))) this.#unsent.set(key, value);
    if (this.#unsent.size > 0) this.#later();
  }

  read = (key: string): unknown =>
    (this.#unsent.has(key) ? this.#unsent.get(key) : this.#entries[key]) ?? undefined;

  problem = (): string | undefined => this.#problem;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  entry(key: string): StoredEntry {
    return {
      read: () => this.read(key),
      ready: this.ready,
      write: (value) => this.write(key, value),
      subscribe: this.subscribe,
      problem: this.problem,
    };
  }

  ready = async (): Promise<void> => {
    if (this.#isKnown) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  };

  /**
   * Takes the version that the server reports, 0 if nothing is stored. Reloads the entries if they are older.
   */
  see(version: number): void {
    this.#newest = Math.max(version, this.#newest ?? 0);
    if (this.#newest === 0) this.#isKnown = true;
    else if (this.#newest > this.#version && this.#isKnown) this.#again();
  }

  /** Reloads the state if it is in use, because changes may have been missed. */
  doubt(): void {
    if (this.#isKnown && this.#listeners.size > 0) this.#again();
  }

  write(key: string, value: unknown): void {
    if (JSON.stringify(this.read(key)) === JSON.stringify(value ?? undefined)) return;
    if (this.#isLocal()) {
      this.#entries = { ...this.#entries, [key]: value };
    } else {
      this.#unsent.set(key, value ?? null);
      keepUnsent(this.#storageKey, this.#unsent);
      this.#later();
    }
    this.#tell();
  }

  /** Resolves once the server has stored all writes, or a request has failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#unsent.size > 0) await this.#send();
  }

  /**
   * Sends unsent entries with `keepalive`, if they are small enough, so that the request outlives the page.
   */
  leave(): void {
    if (this.#unsent.size === 0) return;
    const body = this.#body(Object.fromEntries(this.#unsent));
    if (body.body.length < MAX_LAST_BYTES)
      void request(this.#path, { method: "PATCH", ...body, keepalive: true }).catch(() => {});
  }

  #again(): void {
    this.#isKnown = false;
    void this.ready();
  }

  #later(wait = GATHER_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), wait);
  }

  #send(pause = AGAIN_MS): Promise<void> {
    this.#sending ??= this.#sendNow(pause).finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendNow(pause: number): Promise<void> {
    const sent = new Map(this.#unsent);
    if (sent.size === 0) return;
    try {
      const response = await request(this.#path, {
        method: "PATCH",
        ...this.#body(Object.fromEntries(sent)),
      });
      const { version }: { version: number } = await response.json();
      this.#took(sent);
      this.#problem = undefined;
      // If the version is not the next one, another tab has written in between.
      const isNext = version === this.#version + 1;
      this.#version = isNext ? version : this.#version;
      if (!isNext || (this.#newest ?? 0) > version) this.#again();
      if (this.#unsent.size > 0) this.#later();
    } catch (error) {
      if (isRefusal(error)) {
        // Keep showing the rejected value. The next load replaces it with the stored one.
        this.#took(sent);
        this.#problem = error.message;
      } else this.#later(Math.min(pause * 2, MAX_PAUSE_MS));
    }
    this.#tell();
  }

  #took(sent: ReadonlyMap<string, unknown>): void {
    for (const [key, value] of sent) {
      this.#entries = { ...this.#entries, [key]: value };
      if (this.#unsent.get(key) === value) this.#unsent.delete(key);
    }
    keepUnsent(this.#storageKey, this.#unsent);
  }

  async #load(): Promise<void> {
    for (let pause = AGAIN_MS; !this.#isKnown; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        const { messageId, toolCallId } = this.#id;
        const response = await request(`${this.#path}?${new URLSearchParams({ messageId, toolCallId })}`);
        const { entries, version } = surfaceState.parse(await response.json());
        this.#entries = entries;
        this.#version = version;
        this.#isKnown = true;
      } catch (error) {
        if (isRefusal(error)) this.#isKnown = true;
        else await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #body = (entries: Entries) => {
    const { messageId, toolCallId } = this.#id;
    return jsonBody({ messageId, toolCallId, entries });
  };

  get #path(): string {
    return `/api/sheets/${encodeURIComponent(this.#id.conversation)}/state`;
  }

  get #storageKey(): string {
    const { conversation, messageId, toolCallId } = this.#id;
    return `easel:sheet:${conversation}/${messageId}/${toolCallId}`;
  }
}

/** Returns true if the server rejected the content, which a retry cannot change. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401;

// Storage can be full or blocked. Then unsent entries do not survive the page.
function readUnsent(key: string): Entries {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

function keepUnsent(key: string, unsent: ReadonlyMap<string, unknown>): void {
  try {
    if (unsent.size > 0) localStorage.setItem(key, JSON.stringify(Object.fromEntries(unsent)));
    else localStorage.removeItem(key);
  } catch {
    // Storage can be full or blocked.
  }
}
