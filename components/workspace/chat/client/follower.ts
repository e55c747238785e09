import type { UIMessage } from "ai";
import { Retry } from "@/components/client/retry";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { WINDOW } from "@/lib/shared/chat/window";
import { metadataOf } from "../messages/metadata";
import { ApiError, bodyOf, openStream, readConversation, readEarlier } from "./api";
import { applySnapshot, withEarlier } from "./state";
import type { Store } from "./store";
import { keepUnsent } from "./unsent";

/** Loads the AI SDK on demand; an empty conversation does not need it. */
export const loadChat = () => import("./thread-chat");

/**
 * Keeps the store in sync with the server. Every event (a stream that ended or broke, a change notification,
 * a tab that became visible) calls `sync`, which reads the snapshot, shows it and follows the running
 * message.
 */
export class Follower {
  readonly #id: string;
  readonly #store: Store;
  #reading: AbortController | undefined;
  #isOpen = false;
  #isPaused = false;
  #syncing: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  /** The snapshot that the server sent last. */
  #received: Snapshot | undefined;
  /**
   * Id of a message that the next snapshot must contain. If undefined, the snapshot starts at the first
   * loaded message.
   */
  #wanted: string | undefined;
  /**
   * Increments with every local action and notification. A snapshot requested under an earlier epoch may be
   * outdated.
   */
  #epoch = 0;
  readonly #retry = new Retry();

  constructor(id: string, store: Store) {
    this.#id = id;
    this.#store = store;
    if (store.state.isStored) this.#received = store.state.snapshot;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  open(): void {
    this.#isOpen = true;
    // The browser may have cached the page with an outdated snapshot, so schedule a sync. Connecting to the
    // event stream usually triggers one earlier.
    const { running, isStored } = this.#store.state;
    if (running) void this.#follow();
    else if (isStored) this.#retry.later(this.sync);
  }

  close(): void {
    this.#isOpen = false;
    this.#retry.cancel();
    this.#release();
  }

  /** Closes the stream to free one of the few connections per host. */
  pause(): void {
    this.#isPaused = true;
    this.#release();
  }

  /** Reopens the stream, because an open stream may have lost its connection without an error. */
  reconnect(): void {
    this.#isPaused = false;
    this.#release();
    if (this.#store.state.isStored) void this.sync();
    else this.#store.set({ lost: false });
  }

  sync = (): Promise<void> => {
    this.#epoch += 1;
    this.#retry.cancel();
    if (!this.#isOpen) return Promise.resolve();
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = undefined;
    });
    return this.#syncing;
  };

  async #sync(): Promise<void> {
    try {
      let epoch: number;
      let snapshot: Snapshot;
      do {
        epoch = this.#epoch;
        const reach = this.#wanted ?? this.#store.state.snapshot.messages[0]?.id;
        snapshot = await readConversation(this.#id, { limit: WINDOW, reach }, this.#received);
        this.#received = snapshot;
      } while (epoch !== this.#epoch && this.#isOpen);
      this.#wanted = undefined;
      this.#store.set(applySnapshot(this.#store.state, snapshot));
      keepUnsent(this.#id, this.#store.state.outbox);
      if (this.#store.state.running && !this.isReading && this.#canFollow()) void this.#follow();
      else this.#retry.succeeded();
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) this.#store.set({ deleted: this.#store.state.isStored });
      else this.later();
    }
  }

  /** Loads the messages from the given one on. Returns false if the given message is not on the visible branch. */
  async reach(messageId: string): Promise<boolean> {
    if (this.#isLoaded(messageId)) return true;
    this.#wanted = messageId;
    await this.sync();
    return this.#isLoaded(messageId);
  }

  /** Loads about `limit` messages before the first one that is loaded, if there are any. */
  loadEarlier(limit = WINDOW): Promise<void> {
    this.#loading ??= this.#loadEarlier(limit).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Loads all messages. Resolves to false if that failed. */
  async loadAll(): Promise<boolean> {
    const count = () => this.#store.state.snapshot.earlier?.count ?? 0;
    for (let before = count(); before > 0; before = count()) {
      await this.loadEarlier(before);
      if (count() >= before) return false;
    }
    return true;
  }

  async #loadEarlier(limit: number): Promise<void> {
    const { messages, earlier } = this.#store.state.snapshot;
    const before = messages[0]?.id;
    if (!earlier || before === undefined || !this.#isOpen) return;
    try {
      const page = await readEarlier(this.#id, { limit, before });
      const { snapshot } = this.#store.state;
      if (snapshot.messages[0]?.id !== before) return;
      this.#epoch += 1;
      this.#store.set({ snapshot: withEarlier(snapshot, page) });
    } catch (error) {
      if (error instanceof ApiError) await this.sync();
      else this.later();
    }
  }

  later(): void {
    this.#store.set({ lost: true });
    if (this.#isOpen && this.#store.state.isStored) this.#retry.later(this.sync);
  }

  /**
   * Handles a successful request. If the request started a run, the response is the run's stream: shows
   * `messages` before it and follows the stream. Otherwise the request's effects arrive with the current
   * stream or the next sync.
   */
  taken(response: Response, messages?: UIMessage[]): void {
    this.#epoch += 1;
    const { snapshot, outbox } = this.#store.state;
    this.#store.set({ isStored: true, lost: false });
    const stream = messages && !this.isReading && this.#canFollow() ? bodyOf(response) : null;
    if (stream && messages) {
      const there = new Set(messages.map(({ id }) => id));
      this.#store.set({
        snapshot: { ...snapshot, messages, run: null, asks: [] },
        outbox: outbox.filter(({ message }) => !there.has(message.id)),
        rewriting: undefined,
        live: undefined,
      });
      void this.#follow(stream);
    } else {
      void response.body?.cancel().catch(() => {});
      if (!this.isReading) void this.sync();
    }
  }

  async #follow(body?: ReturnType<typeof bodyOf>): Promise<void> {
    const control = new AbortController();
    this.#reading = control;
    this.#epoch += 1;
    this.#store.set({ running: true });
    let ended = false;
    try {
      const stream = body ?? (await openStream(this.#id, control.signal));
      const { live, snapshot } = this.#store.state;
      const shown = live ?? snapshot.messages.findLast(({ role }) => role === "assistant");
      let isExpected = !snapshot.run;
      const onMessage = (message: UIMessage) => {
        const { conversationId } = metadataOf(message);
        if (conversationId !== undefined) return this.#store.set({ movedTo: conversationId });
        this.#store.set({ live: message });
        // The run has continued with another message, so sync to get its previous message.
        if (!isExpected && message.id !== snapshot.run?.messageId) void this.sync();
        isExpected = true;
      };
      const { chatOf } = await loadChat();
      if (stream)
        ended = await chatOf(this.#store).follow(stream, { shown, signal: control.signal, onMessage });
    } catch {
      // Ignore the error, because the sync below reads the actual state.
    }
    if (this.#reading !== control) return;
    this.#reading = undefined;
    if (ended) this.#retry.succeeded();
    if (ended) await this.sync();
    else this.#retry.later(this.sync);
  }

  #isLoaded = (messageId: string): boolean =>
    this.#store.state.snapshot.messages.some(({ id }) => id === messageId);

  #canFollow = (): boolean => this.#isOpen && !this.#isPaused;

  #release(): void {
    this.#reading?.abort();
    this.#reading = undefined;
  }
}
