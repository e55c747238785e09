import type { UIMessage } from "ai";
import { Retry } from "@/components/client/retry";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { metadataOf } from "../messages/metadata";
import { ApiError, bodyOf, openStream, readConversation } from "./api";
import { applySnapshot } from "./state";
import type { Store } from "./store";
import { keepUnsent } from "./unsent";

/** Loads the AI SDK. The page of an empty conversation does without it. */
export const loadChat = () => import("./thread-chat");

/**
 * Keeps the store true to the server. Whatever happens (a stream that ended or broke, a sign that something changed, a
 * tab that woke up) leads to the same step, `sync`: read the server's copy, show it, follow the running message.
 */
export class Follower {
  readonly #id: string;
  readonly #store: Store;
  /** The stream that is being followed. */
  #reading: AbortController | undefined;
  #isOpen = false;
  #isPaused = false;
  #syncing = false;
  /** Grows with all that this tab does or is told: a copy asked for before that may be older than what is shown. */
  #epoch = 0;
  readonly #retry = new Retry();

  constructor(id: string, store: Store) {
    this.#id = id;
    this.#store = store;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  open(): void {
    this.#isOpen = true;
    // What came with the page may be old where it came from the browser's own cache. The sign that events are heard asks
    // for a sync as well, and mostly sooner.
    const { running, snapshot } = this.#store.state;
    if (running) void this.#follow();
    if (snapshot.hasEarlier) void this.sync();
    else if (!running && this.#store.state.known) this.#retry.later(this.sync);
  }

  close(): void {
    this.#isOpen = false;
    this.#retry.cancel();
    this.#release();
  }

  /** Lets the stream go, and with it one of the few connections that a browser has for a server. */
  pause(): void {
    this.#isPaused = true;
    this.#release();
  }

  /** Starts over: a stream that is still open may be dead without having ended. */
  reconnect(): void {
    this.#isPaused = false;
    this.#release();
    if (this.#store.state.known) void this.sync();
    else this.#store.set({ lost: false });
  }

  /** Reads the server's copy, shows it, and follows what runs. */
  sync = async (): Promise<void> => {
    this.#epoch += 1;
    this.#retry.cancel();
    if (this.#syncing || !this.#isOpen) return;
    this.#syncing = true;
    try {
      let epoch: number;
      let snapshot: Snapshot;
      do {
        epoch = this.#epoch;
        snapshot = await readConversation(this.#id);
      } while (epoch !== this.#epoch && this.#isOpen);
      this.#store.set(applySnapshot(this.#store.state, snapshot));
      keepUnsent(this.#id, this.#store.state.outbox);
      if (this.#store.state.running && !this.isReading && this.#canFollow()) void this.#follow();
      else this.#retry.succeeded();
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) this.#store.set({ deleted: this.#store.state.known });
      else this.later();
    } finally {
      this.#syncing = false;
    }
  };

  /** The server was not reached: says so, and tries again by itself. */
  later(): void {
    this.#store.set({ lost: true });
    if (this.#isOpen && this.#store.state.known) this.#retry.later(this.sync);
  }

  /**
   * The server took something. What starts a turn is followed at once by the response itself, after the `messages` that
   * stand before it; what joined one that runs or waits comes by that one's stream.
   */
  taken(response: Response, messages?: UIMessage[]): void {
    this.#epoch += 1;
    const { snapshot, outbox } = this.#store.state;
    this.#store.set({ known: true, lost: false });
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

  async #follow(given?: ReturnType<typeof bodyOf>): Promise<void> {
    const control = new AbortController();
    this.#reading = control;
    this.#epoch += 1;
    this.#store.set({ running: true });
    let ended = false;
    try {
      const stream = given ?? (await openStream(this.#id, control.signal));
      const { live, snapshot } = this.#store.state;
      const shown = live ?? snapshot.messages.findLast(({ role }) => role === "assistant");
      let isExpected = !snapshot.run;
      const onMessage = (message: UIMessage) => {
        const { conversationId } = metadataOf(message);
        if (conversationId !== undefined) return this.#store.set({ movedTo: conversationId });
        this.#store.set({ live: message });
        // The run has turned to another message since: what it wrote before is with the server.
        if (!isExpected && message.id !== snapshot.run?.messageId) void this.sync();
        isExpected = true;
      };
      const { chatOf } = await loadChat();
      if (stream)
        ended = await chatOf(this.#store).follow(stream, { shown, signal: control.signal, onMessage });
    } catch {
      // The copy that is read next says what is true.
    }
    if (this.#reading !== control) return;
    this.#reading = undefined;
    if (ended) this.#retry.succeeded();
    if (ended) await this.sync();
    else this.#retry.later(this.sync);
  }

  #canFollow = (): boolean => this.#isOpen && !this.#isPaused;

  #release(): void {
    this.#reading?.abort();
    this.#reading = undefined;
  }
}
