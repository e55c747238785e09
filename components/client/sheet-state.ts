import { sheetState } from "@/lib/shared/chat/surfaces/sheets";
import { ApiError, jsonBody, request } from "./request";

type Entries = Record<string, unknown>;

/** One entry of what is kept of a sheet, for the part of it that shows it. */
export type Kept = {
  /** Undefined where nothing is kept, or nobody knows yet. */
  read(): unknown;
  /** Resolves when it is known what is kept. */
  ready(): Promise<void>;
  write(value: unknown): void;
  /** Hears of every change, those from elsewhere too. */
  subscribe(listener: () => void): () => void;
  /** Why what was written last is not kept. */
  problem(): string | undefined;
};

/** What a frame reads and writes of what is kept of its sheet. */
export type SheetEntries = Pick<SheetState, "read" | "ready" | "write" | "subscribe">;

/** So long it waits for more of what is being typed. */
const GATHER_MS = 300;
const AGAIN_MS = 1_000;
const LONGEST_MS = 15_000;
/** What a browser sends for a page that is leaving. */
const MAX_LAST_BYTES = 60_000;

/**
 * What the person does in one sheet: here at once, on the server a moment later, and from there in every other tab. Of
 * each entry the last write counts. What is not on the server yet is kept in this browser, too.
 */
export class SheetState {
  readonly #id: { conversation: string; messageId: string; toolCallId: string };
  readonly #listeners = new Set<() => void>();
  readonly #unsent = new Map<string, unknown>();
  #entries: Entries = {};
  #version = 0;
  /** The newest that was heard of. */
  #newest: number | undefined;
  #isKnown = false;
  #loading: Promise<void> | undefined;
  #sending: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #problem: string | undefined;

  constructor(conversation: string, messageId: string, toolCallId: string) {
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

  entry(key: string): Kept {
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

  /** The server has this version; 0 where it has none. */
  see(version: number): void {
    this.#newest = Math.max(version, this.#newest ?? 0);
    if (this.#newest === 0) this.#isKnown = true;
    else if (this.#newest > this.#version && this.#isKnown) this.#again();
  }

  /** Something may have gone unheard. */
  doubt(): void {
    if (this.#isKnown && this.#listeners.size > 0) this.#again();
  }

  write(key: string, value: unknown): void {
    if (JSON.stringify(this.read(key)) === JSON.stringify(value ?? undefined)) return;
    this.#unsent.set(key, value ?? null);
    keepUnsent(this.#storageKey, this.#unsent);
    this.#later();
    this.#tell();
  }

  /** Resolves when the server has all that was written, or it could not be reached. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#unsent.size > 0) await this.#send();
  }

  /** Sends what is not sent yet in a way that outlives the page, where it is not too much for that. */
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
      // Somebody else has written meanwhile.
      const isNext = version === this.#version + 1;
      this.#version = isNext ? version : this.#version;
      if (!isNext || (this.#newest ?? 0) > version) this.#again();
      if (this.#unsent.size > 0) this.#later();
    } catch (error) {
      if (isRefusal(error)) {
        // It stays as it is here, but a reload brings back what was kept before.
        this.#took(sent);
        this.#problem = error.message;
      } else this.#later(Math.min(pause * 2, LONGEST_MS));
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
    for (let pause = AGAIN_MS; !this.#isKnown; pause = Math.min(pause * 2, LONGEST_MS)) {
      try {
        const { messageId, toolCallId } = this.#id;
        const response = await request(`${this.#path}?${new URLSearchParams({ messageId, toolCallId })}`);
        const { entries, version } = sheetState.parse(await response.json());
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

/** Easel has read it and said no: asking again would change nothing. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401;

// Storage may be full or forbidden; then only what the server has outlives the page.
function readUnsent(key: string): Entries {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

function keepUnsent(key: string, unsent: ReadonlyMap<string, unknown>): void {
  try {
    if (unsent.size > 0) localStorage.setItem(key, JSON.stringify(Object.fromEntries(unsent)));
    else localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
