import type { UIMessage } from "ai";
import type { Ask, Snapshot } from "@/lib/shared/chat/contract";
import { newId } from "@/lib/shared/chat/id";
import { ApiError, chunksOf, openStream, postAnswer, postMessage, readConversation, stopRun } from "./api";
import type { Change } from "./events";
import { readMessage } from "./reader";
import { Retry } from "./retry";
import { applySnapshot, askId, type ConversationState, initialState, type Outgoing, openAsks } from "./state";
import { keepUnsent, readUnsent, textMessage } from "./unsent";

const NOT_REACHED = "Easel was not reached.";

/**
 * One conversation in one tab. The server's copy is the truth: whatever happens here (a stream that ended or broke, a
 * sign that something changed, a tab that woke up) leads to the same step, `sync`: read that copy, show it, and follow
 * the running message if there is one. In between this tab shows what it sent and what it has been told so far.
 */
export class Conversation {
  readonly id: string;
  #state: ConversationState;
  readonly #listeners = new Set<() => void>();
  /** The stream that is being followed. */
  #reading: AbortController | undefined;
  #isOpen = false;
  #isPaused = false;
  #syncing = false;
  /** Requests under way that end in a sync of their own. */
  #posting = 0;
  /** Grows with all that this tab does or is told: a copy asked for before that may be older than what is shown. */
  #epoch = 0;
  readonly #retry = new Retry();

  constructor(id: string, known: Snapshot | null) {
    this.id = id;
    this.#state = initialState(id, known);
  }

  get state(): ConversationState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  open(): () => void {
    this.#isOpen = true;
    const unsent = readUnsent(this.id).filter(({ message }) => !this.#outgoing(message.id));
    if (unsent.length > 0) this.#set({ outbox: [...unsent, ...this.#state.outbox] });
    if (this.#state.known) void this.sync();
    return () => {
      this.#isOpen = false;
      this.#retry.cancel();
      this.#release();
    };
  }

  /** Reads the server's copy, shows it, and follows what runs. */
  async sync(): Promise<void> {
    this.#epoch += 1;
    this.#retry.cancel();
    if (this.#syncing || !this.#isOpen) return;
    this.#syncing = true;
    try {
      let epoch: number;
      let snapshot: Snapshot;
      do {
        epoch = this.#epoch;
        snapshot = await readConversation(this.id);
      } while (epoch !== this.#epoch && this.#isOpen);
      this.#change(applySnapshot(this.#state, snapshot));
      keepUnsent(this.id, this.#state.outbox);
      if (this.#state.running && !this.#reading && this.#canFollow()) void this.#follow();
      else this.#retry.succeeded();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.#set({ deleted: this.#state.known });
      else this.#later();
    } finally {
      this.#syncing = false;
    }
  }

  /** This conversation changed elsewhere, or any may have. A stream that is followed tells it by itself. */
  changed(what: Change): void {
    const concerns = what === this.id || (what === null && this.#state.known);
    if (concerns && !this.#reading && this.#posting === 0) void this.sync();
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
    if (this.#state.known) void this.sync();
  }

  send(text: string): void {
    const message = textMessage(text, newId());
    const answers = openAsks(this.#state).some((ask) => ask.toolName === "ask_user" && ask.kind === "answer");
    this.#set({ outbox: [...this.#state.outbox, { message, answers, state: "sending" }] });
    void this.#post(message);
  }

  /** The same message with the same id: the server takes it once, whatever became of the first try. */
  resend(messageId: string): void {
    const outgoing = this.#outgoing(messageId);
    if (outgoing?.state !== "failed") return;
    this.#mark(messageId, { state: "sending", problem: undefined });
    void this.#post(outgoing.message);
  }

  /** Takes a text that was not sent back. */
  discard(messageId: string): void {
    this.#set({ outbox: this.#state.outbox.filter(({ message }) => message.id !== messageId) });
    keepUnsent(this.id, this.#state.outbox);
  }

  /** Resolves to what was wrong with the answer, or to nothing: then it was taken, or another one was before it. */
  async answer(ask: Ask, output: unknown): Promise<string | undefined> {
    const id = askId(ask);
    const given = this.#state.answering[id]?.state;
    if (given === "sending" || given === "taken") return;
    this.#answering(id, { state: "sending", output });
    this.#posting += 1;
    try {
      const response = await postAnswer(this.id, {
        toolCallId: ask.toolCallId,
        messageId: ask.messageId,
        output,
      });
      this.#answering(id, { state: "taken", output });
      this.#taken(response);
    } catch (error) {
      const settled = error instanceof ApiError && (error.status === 409 || error.status === 404);
      const problem = error instanceof ApiError ? error.message : `${NOT_REACHED} Try again.`;
      this.#answering(id, { state: settled ? "elsewhere" : "failed", output, problem });
      if (error instanceof ApiError) void this.sync();
      else this.#later();
      if (!settled) return problem;
    } finally {
      this.#posting -= 1;
    }
  }

  async stop(): Promise<void> {
    if (this.#state.stopping) return;
    this.#set({ stopping: true, problem: undefined });
    try {
      await stopRun(this.id);
      if (!this.#reading) await this.sync();
    } catch (error) {
      const why = error instanceof ApiError ? error.message : NOT_REACHED;
      this.#set({ stopping: false, problem: `Not stopped. ${why}` });
    }
  }

  async #post(message: UIMessage): Promise<void> {
    keepUnsent(this.id, this.#state.outbox);
    this.#posting += 1;
    try {
      const response = await postMessage(this.id, message);
      const isFirst = !this.#state.running && this.#state.snapshot.asks.length === 0;
      this.#mark(message.id, { state: "sent" });
      keepUnsent(this.id, this.#state.outbox);
      this.#taken(response, isFirst ? message : undefined);
    } catch (error) {
      const problem = error instanceof ApiError ? error.message : undefined;
      this.#mark(message.id, { state: "failed", problem });
      if (!this.#state.known) return;
      if (problem) void this.sync();
      else this.#later();
    } finally {
      this.#posting -= 1;
    }
  }

  /**
   * The server took something. What starts a turn is followed at once by the response itself; what joined one that runs
   * or waited comes by that one's stream.
   */
  #taken(response: Response, first?: UIMessage): void {
    this.#epoch += 1;
    const { snapshot, outbox } = this.#state;
    this.#set({ known: true, lost: false });
    const stream = first && !this.#reading && this.#canFollow() ? chunksOf(response) : null;
    if (stream && first) {
      const messages = [...snapshot.messages, first];
      this.#set({
        snapshot: { ...snapshot, messages, run: null },
        outbox: outbox.filter(({ message }) => message.id !== first.id),
      });
      void this.#follow(stream);
    } else {
      void response.body?.cancel().catch(() => {});
      if (!this.#reading) void this.sync();
    }
  }

  async #follow(given?: Awaited<ReturnType<typeof openStream>>): Promise<void> {
    const control = new AbortController();
    this.#reading = control;
    this.#epoch += 1;
    this.#set({ running: true });
    let ended = false;
    try {
      const stream = given ?? (await openStream(this.id, control.signal));
      const { live, snapshot } = this.#state;
      const shown = live ?? snapshot.messages.findLast(({ role }) => role === "assistant");
      const onMessage = (message: UIMessage) => this.#set({ live: message });
      if (stream) ended = await readMessage(stream, { shown, signal: control.signal, onMessage });
    } catch {
      // The copy that is read next says what is true.
    }
    if (this.#reading !== control) return;
    this.#reading = undefined;
    if (ended) this.#retry.succeeded();
    if (ended) await this.sync();
    else this.#retry.later(() => void this.sync());
  }

  #canFollow = (): boolean => this.#isOpen && !this.#isPaused;

  #release(): void {
    this.#reading?.abort();
    this.#reading = undefined;
  }

  #later(): void {
    this.#set({ lost: true });
    if (this.#isOpen) this.#retry.later(() => void this.sync());
  }

  #outgoing = (id: string): Outgoing | undefined =>
    this.#state.outbox.find(({ message }) => message.id === id);

  #mark(id: string, change: Partial<Outgoing>): void {
    this.#set({
      outbox: this.#state.outbox.map((item) => (item.message.id === id ? { ...item, ...change } : item)),
    });
  }

  #answering(id: string, answering: ConversationState["answering"][string]): void {
    this.#set({ answering: { ...this.#state.answering, [id]: answering } });
  }

  #set(change: Partial<ConversationState>): void {
    this.#change({ ...this.#state, ...change });
  }

  #change(state: ConversationState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
