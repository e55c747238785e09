import type { UIMessage } from "ai";
import type { Ask, Snapshot } from "@/lib/shared/chat/contract";
import { newId } from "@/lib/shared/chat/id";
import {
  ApiError,
  allowTools,
  postAnswer,
  postCompact,
  postMessage,
  postRetry,
  showMessage,
  stopRun,
} from "./api";
import type { Change } from "./events";
import { Follower } from "./follower";
import {
  type Answering,
  askId,
  type ConversationState,
  initialState,
  type Outgoing,
  openAsks,
  type Rewriting,
  rewritten,
} from "./state";
import { Store } from "./store";
import { keepUnsent, readUnsent, textMessage } from "./unsent";

const NOT_REACHED = "Easel was not reached.";

/**
 * One conversation in one tab: what the person does, on top of the server's copy. Nothing that was sent is lost: it
 * stands in the outbox until that copy has it, and each message and answer is taken once however often it is sent.
 */
export class Conversation {
  readonly id: string;
  readonly #store: Store;
  readonly #follower: Follower;
  /** Requests under way that end in a sync of their own. */
  #posting = 0;

  constructor(id: string, known: Snapshot | null) {
    this.id = id;
    this.#store = new Store(initialState(id, known));
    this.#follower = new Follower(id, this.#store);
  }

  get state(): ConversationState {
    return this.#store.state;
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  open(): () => void {
    const unsent = readUnsent(this.id).filter(({ message }) => !this.#outgoing(message.id));
    if (unsent.length > 0) this.#store.set({ outbox: [...unsent, ...this.state.outbox] });
    this.#follower.open();
    return () => this.#follower.close();
  }

  /** This conversation changed elsewhere, or any may have. A stream that is followed tells it by itself. */
  changed(what: Change): void {
    const concerns = what === this.id || (what === null && this.state.known);
    if (concerns && !this.#follower.isReading && this.#posting === 0) void this.#follower.sync();
  }

  pause(): void {
    this.#follower.pause();
  }

  reconnect(): void {
    this.#follower.reconnect();
  }

  /** `model` answers in a conversation that begins with this text. */
  send(text: string, { model }: { model?: string } = {}): void {
    const message = textMessage(text, newId());
    const answers = openAsks(this.state).some((ask) => ask.toolName === "ask_user" && ask.kind === "answer");
    const outgoing: Outgoing = { message, answers, state: "sending", ...(!this.state.known && { model }) };
    this.#store.set({ outbox: [...this.state.outbox, outgoing], problem: undefined });
    void this.#post(outgoing);
  }

  /** The same message with the same id: the server takes it once, whatever became of the first try. */
  resend(messageId: string): void {
    const outgoing = this.#outgoing(messageId);
    if (outgoing?.state !== "failed") return;
    this.#mark(messageId, { state: "sending", problem: undefined });
    void this.#post(outgoing);
  }

  /** Takes a text that was not sent back. */
  discard(messageId: string): void {
    this.#store.set({ outbox: this.state.outbox.filter(({ message }) => message.id !== messageId) });
    keepUnsent(this.id, this.state.outbox);
  }

  /** Resolves to what was wrong with the answer, or to nothing: then it was taken, or another one was before it. */
  async answer(ask: Ask, output: unknown): Promise<string | undefined> {
    const id = askId(ask);
    const { toolCallId, messageId } = ask;
    const given = this.state.answering[id]?.state;
    if (given === "sending" || given === "taken") return;
    this.#answering(id, { state: "sending", output });
    this.#posting += 1;
    try {
      const response = await postAnswer(this.id, { toolCallId, messageId, output });
      this.#answering(id, { state: "taken", output });
      this.#follower.taken(response);
    } catch (error) {
      const isSettled = error instanceof ApiError && (error.status === 409 || error.status === 404);
      const problem = error instanceof ApiError ? error.message : `${NOT_REACHED} Try again.`;
      const details = error instanceof ApiError ? error.details : undefined;
      this.#answering(id, { state: isSettled ? "elsewhere" : "failed", output, problem, details });
      this.#failed(error);
      if (!isSettled) return problem;
    } finally {
      this.#posting -= 1;
    }
  }

  async stop(): Promise<void> {
    if (this.state.stopping) return;
    this.#store.set({ stopping: true, problem: undefined });
    try {
      await stopRun(this.id);
      await this.#follower.sync();
    } catch (error) {
      this.#store.set({ stopping: false, problem: `Not stopped. ${reasonOf(error)}` });
    }
  }

  /** Has what was said so far summarised, so that the agent reads less. */
  async compact(): Promise<void> {
    this.#store.set({ problem: undefined });
    this.#posting += 1;
    try {
      this.#follower.taken(await postCompact(this.id), this.state.snapshot.messages);
    } catch (error) {
      this.#store.set({ problem: `Not summarised. ${reasonOf(error)}` });
      this.#failed(error);
    } finally {
      this.#posting -= 1;
    }
  }

  /** Has a tool ask again before it is used in this conversation. */
  async askAgain(toolName: string): Promise<void> {
    const { approvedTools = [] } = this.state.snapshot.conversation;
    try {
      await allowTools(
        this.id,
        approvedTools.filter((name) => name !== toolName),
      );
      await this.#follower.sync();
    } catch (error) {
      this.#store.set({ problem: `Not changed. ${reasonOf(error)}` });
      this.#failed(error);
    }
  }

  /** Sends another version of a person's message, with its files. Resolves to why it was not taken, if so. */
  edit(messageId: string, text: string): Promise<string | undefined> {
    const files = this.#message(messageId)?.parts.filter(({ type }) => type === "file") ?? [];
    const message: UIMessage = { id: newId(), role: "user", parts: [{ type: "text", text }, ...files] };
    return this.#rewrite({ from: messageId, message }, () =>
      postMessage(this.id, message, { replaces: messageId }),
    );
  }

  /** Has the agent answer once more; the answer that is there stays as another version. */
  async retry(messageId: string): Promise<void> {
    const problem = await this.#rewrite({ from: messageId }, () => postRetry(this.id, messageId));
    if (problem) this.#store.set({ problem: `Not tried again. ${problem}` });
  }

  /** Turns to the branch on which this message lies. False if it cannot be shown; the state says why. */
  async showMessage(messageId: string): Promise<boolean> {
    if (this.state.turningTo !== undefined) return false;
    this.#store.set({ turningTo: messageId, problem: undefined });
    this.#posting += 1;
    try {
      await showMessage(this.id, messageId);
      await this.#follower.sync();
      return true;
    } catch (error) {
      this.#store.set({ problem: `Not shown. ${reasonOf(error)}` });
      this.#failed(error);
      return false;
    } finally {
      this.#posting -= 1;
      this.#store.set({ turningTo: undefined });
    }
  }

  async #rewrite(rewriting: Rewriting, post: () => Promise<Response>): Promise<string | undefined> {
    if (this.state.rewriting) return "Another version is on its way already.";
    this.#store.set({ rewriting, problem: undefined });
    this.#posting += 1;
    try {
      const response = await post();
      this.#follower.taken(response, rewritten(this.state.snapshot.messages, rewriting));
    } catch (error) {
      this.#store.set({ rewriting: undefined });
      this.#failed(error);
      return reasonOf(error);
    } finally {
      this.#posting -= 1;
    }
  }

  async #post({ message, model }: Outgoing): Promise<void> {
    keepUnsent(this.id, this.state.outbox);
    this.#posting += 1;
    try {
      const response = await postMessage(this.id, message, { model });
      const { running, snapshot } = this.state;
      const isFirst = !running && snapshot.asks.length === 0;
      const others = snapshot.messages.filter(({ id }) => id !== message.id);
      this.#mark(message.id, { state: "sent" });
      keepUnsent(this.id, this.state.outbox);
      this.#follower.taken(response, isFirst ? [...others, message] : undefined);
    } catch (error) {
      this.#mark(message.id, {
        state: "failed",
        problem: error instanceof ApiError ? error.message : undefined,
      });
      this.#failed(error);
    } finally {
      this.#posting -= 1;
    }
  }

  /** A refusal means that the server knows better than this tab; anything else that it was not reached. */
  #failed(error: unknown): void {
    if (!(error instanceof ApiError)) this.#follower.later();
    else if (this.state.known) void this.#follower.sync();
  }

  #message = (id: string): UIMessage | undefined =>
    this.state.snapshot.messages.find((message) => message.id === id);

  #outgoing = (id: string): Outgoing | undefined =>
    this.state.outbox.find(({ message }) => message.id === id);

  #mark(id: string, change: Partial<Outgoing>): void {
    this.#store.set({
      outbox: this.state.outbox.map((item) => (item.message.id === id ? { ...item, ...change } : item)),
    });
  }

  #answering(id: string, answering: Answering): void {
    this.#store.set({ answering: { ...this.state.answering, [id]: answering } });
  }
}

const reasonOf = (error: unknown): string => (error instanceof ApiError ? error.message : NOT_REACHED);
