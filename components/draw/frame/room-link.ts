import { ApiError } from "@/components/client/request";
import { newId } from "@/lib/shared/chat/id";
import type { ToFrame, ToPage } from "@/lib/shared/frame/protocol";
import { ROOM_BEAT_MS, type RoomAnswer, type RoomEntry, type RoomEvent } from "@/lib/shared/rooms/room";
import type { RoomUpdate } from "@/lib/shared/rooms/update";

/** The room of a component on the server. `hear` calls its listener with null if changes may have been missed. */
export type RoomServer = {
  update(update: RoomUpdate, init?: { keepalive?: boolean }): Promise<RoomAnswer>;
  hear(listener: (event: RoomEvent | null) => void): () => void;
};

type Message = Extract<ToPage, { type: "room" | "leaveRoom" }>;
type Shown = Extract<ToFrame, { type: "room" }>;

/** Changes within this time are sent together. */
const SEND_MS = 100;
const MAX_RETRY_MS = 8_000;
/** Values that this page saw longer ago are not offered to a server that lost its rooms. */
const OFFER_MS = 30_000;
const MAX_EARLY = 200;

/** Connects one frame to the room of its component, and keeps it there while the frame is visible. */
export class RoomLink {
  readonly #server: RoomServer;
  readonly #show: (shown: Shown) => void;
  readonly #connection = newId();
  readonly #end = new AbortController();
  readonly #peers = new Map<string, number>();
  readonly #values = new Map<string, { value: unknown; at: number }>();
  /** Values to send, and values on their way. Later changes of others wait until the time of the own one is known. */
  #unsent = new Map<string, unknown>();
  #sending = new Map<string, unknown>();
  readonly #held = new Map<string, RoomEntry>();
  #early: RoomEvent[] = [];
  #presence: unknown;
  #isPresenceUnsent = false;
  #isSyncDue = false;
  #offer: RoomEntry[] = [];
  #room: string | undefined;
  #me = "";
  #isIn = false;
  #isSeen = true;
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #retryMs = 0;

  constructor(server: RoomServer, show: (shown: Shown) => void) {
    this.#server = server;
    this.#show = show;
    const { signal } = this.#end;
    signal.addEventListener(
      "abort",
      server.hear((event) => this.#hear(event)),
    );
    addEventListener("pagehide", () => this.#leave(), { signal });
    addEventListener("pageshow", () => this.#plan(), { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && this.#plan(0), { signal });
  }

  receive(message: Message): void {
    if (message.type === "leaveRoom") {
      this.#leave();
      this.#isIn = false;
      return;
    }
    this.#isIn = true;
    if (message.presence !== undefined) {
      this.#presence = message.presence;
      this.#isPresenceUnsent = true;
    }
    for (const [key, value] of Object.entries(message.set)) this.#unsent.set(key, value);
    this.#plan();
  }

  /** A frame that is kept out of sight is not in its room. */
  setSeen(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    if (!isSeen) this.#leave();
    this.#isSeen = isSeen;
    this.#plan(0);
  }

  close(): void {
    if (this.#end.signal.aborted) return;
    this.#leave();
    this.#end.abort();
  }

  get #isOpen(): boolean {
    return this.#isIn && this.#isSeen && !this.#end.signal.aborted;
  }

  get #isDirty(): boolean {
    return this.#isPresenceUnsent || this.#isSyncDue || this.#unsent.size > 0 || this.#offer.length > 0;
  }

  #leave(): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen || this.#room === undefined) return;
    this.#server.update({ connection: this.#connection, leave: true }, { keepalive: true }).catch(() => {
      // The server detects that this tab has left.
    });
  }

  #plan(wait?: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen || this.#isBusy) return;
    const since = performance.now() - this.#sentAt;
    const due = this.#retryMs || (this.#isDirty || this.#room === undefined ? SEND_MS : ROOM_BEAT_MS) - since;
    this.#timer = setTimeout(() => void this.#update(), Math.max(0, wait ?? due));
  }

  async #update(): Promise<void> {
    if (this.#isBusy || !this.#isOpen) return;
    this.#isBusy = true;
    this.#sentAt = performance.now();
    const [hadPresence, hadSync, offer] = [this.#isPresenceUnsent, this.#isSyncDue, this.#offer];
    this.#sending = this.#unsent;
    this.#unsent = new Map();
    this.#isPresenceUnsent = false;
    this.#isSyncDue = false;
    this.#offer = [];
    try {
      const answer = await this.#server.update({
        connection: this.#connection,
        ...(hadPresence && { presence: this.#presence }),
        ...(this.#sending.size > 0 && { set: Object.fromEntries(this.#sending) }),
        ...(offer.length > 0 && { offer }),
        ...(hadSync && { sync: true }),
      });
      this.#retryMs = 0;
      this.#accept(answer);
    } catch (error) {
      const sent = this.#sending;
      this.#sending = new Map();
      if (isRefused(error)) this.#refused(error.message);
      else {
        this.#unsent = new Map([...sent, ...this.#unsent]);
        this.#isPresenceUnsent ||= hadPresence;
        this.#isSyncDue = true;
        this.#retryMs = Math.min(this.#retryMs * 2 || 500, MAX_RETRY_MS);
        this.#tell({ isConnected: false });
      }
    }
    this.#isBusy = false;
    this.#plan();
  }

  /** Shows why a change was refused, and the values of the room instead of the refused ones. */
  #refused(problem: string): void {
    this.#isSyncDue = true;
    this.#retryMs = Math.min(this.#retryMs * 2 || 1_000, MAX_RETRY_MS);
    this.#tell({ problem, isConnected: this.#room !== undefined });
  }

  #accept({ room, connectionId, stamps, isNew, whole }: RoomAnswer): void {
    const wasIn = this.#room !== undefined;
    this.#room = room;
    this.#me = connectionId;
    if (isNew && wasIn) this.#enterAgain();
    this.#answeredAt = performance.now();
    for (const [key, at] of stamps) this.#values.set(key, { value: this.#sending.get(key), at });
    this.#sending = new Map();
    const held = [...this.#held.values()];
    this.#held.clear();
    const early = this.#early.splice(0);
    if (whole) this.#apply(whole);
    for (const event of early) if (event.room === room) this.#apply(event);
    if (held.length > 0) this.#apply({ type: "room", room, peers: [], gone: [], state: held });
  }

  /** The server had forgotten this tab, such as after a restart. */
  #enterAgain(): void {
    this.#isPresenceUnsent = this.#presence !== undefined;
    if (performance.now() - this.#answeredAt < OFFER_MS)
      this.#offer = [...this.#values].map(([key, { value, at }]) => [key, value, at]);
    else this.#values.clear();
  }

  #hear(event: RoomEvent | null): void {
    if (event === null) {
      this.#isSyncDue = this.#room !== undefined;
      this.#plan();
    } else if (this.#room === undefined) {
      if (this.#early.length < MAX_EARLY) this.#early.push(event);
    } else if (event.room === this.#room) this.#apply(event);
  }

  #apply({ peers, gone, state, isWhole = false }: RoomEvent): void {
    const newer = peers.filter(
      ({ connectionId, at }) => at > (this.#peers.get(connectionId) ?? 0) || isWhole,
    );
    const present = new Set(peers.map(({ connectionId }) => connectionId));
    const left = isWhole ? [...this.#peers.keys()].filter((id) => !present.has(id)) : gone;
    for (const { connectionId, at } of newer) this.#peers.set(connectionId, at);
    for (const id of left) this.#peers.delete(id);
    const entries = state.flatMap((entry): [string, unknown][] => {
      const [key, value, at] = entry;
      if (this.#unsent.has(key) || this.#sending.has(key)) {
        if (at > (this.#held.get(key)?.[2] ?? 0)) this.#held.set(key, entry);
        return [];
      }
      if (at < (this.#values.get(key)?.at ?? 0)) return [];
      this.#values.set(key, { value, at });
      return [[key, value]];
    });
    const own = isWhole ? [...this.#sending, ...this.#unsent] : [];
    this.#tell({ peers: newer, gone: left, state: [...entries, ...own], isWhole });
  }

  #tell(change: Partial<Shown>): void {
    if (this.#end.signal.aborted) return;
    const nothing = { peers: [], gone: [], state: [], isWhole: false, isConnected: true };
    this.#show({ type: "room", me: this.#me, ...nothing, ...change });
  }
}

/** Easel rejected the update, so a retry of the same would not help. */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;
