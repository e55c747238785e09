import type { FileUIPart, UIMessage } from "ai";
import { newId } from "@/lib/shared/chat/id";
import { ApiError, postMessage } from "./api";
import type { Follower } from "./follower";
import type { Requests } from "./requests";
import { type Outgoing, openAsks } from "./state";
import type { Store } from "./store";
import { keepUnsent, messageOf, readUnsent } from "./unsent";

/** What the person has said and the server does not have yet: it outlives the tab, and is taken once however often it is sent. */
export class Outbox {
  readonly #id: string;
  readonly #store: Store;
  readonly #follower: Follower;
  readonly #requests: Requests;

  constructor(id: string, store: Store, follower: Follower, requests: Requests) {
    this.#id = id;
    this.#store = store;
    this.#follower = follower;
    this.#requests = requests;
  }

  /** Brings back what another time has left. */
  open(): void {
    const unsent = readUnsent(this.#id).filter(({ message }) => !this.#find(message.id));
    if (unsent.length > 0) this.#store.set({ outbox: [...unsent, ...this.#all] });
  }

  send(text: string, files: readonly FileUIPart[], model: string | undefined): void {
    const { state } = this.#store;
    const message = messageOf(text, files, newId());
    // What holds files is a message of its own, and answers nothing.
    const answers =
      files.length === 0 &&
      openAsks(state).some((ask) => ask.toolName === "ask_user" && ask.kind === "answer");
    const outgoing: Outgoing = { message, answers, state: "sending", ...(!state.known && { model }) };
    this.#store.set({ outbox: [...this.#all, outgoing], problem: undefined });
    void this.#post(outgoing);
  }

  resend(messageId: string): void {
    const outgoing = this.#find(messageId);
    if (outgoing?.state !== "failed") return;
    this.#mark(messageId, { state: "sending", problem: undefined });
    void this.#post(outgoing);
  }

  discard(messageId: string): void {
    this.#store.set({ outbox: this.#all.filter(({ message }) => message.id !== messageId) });
    keepUnsent(this.#id, this.#all);
  }

  async #post({ message, model }: Outgoing): Promise<void> {
    keepUnsent(this.#id, this.#all);
    await this.#requests.during(async () => {
      try {
        this.#taken(message, await postMessage(this.#id, message, { model }));
      } catch (error) {
        const problem = error instanceof ApiError ? error.message : undefined;
        this.#mark(message.id, { state: "failed", problem });
        this.#requests.failed(error);
      }
    });
  }

  #taken(message: UIMessage, response: Response): void {
    const { running, snapshot } = this.#store.state;
    const isFirst = !running && snapshot.asks.length === 0;
    const others = snapshot.messages.filter(({ id }) => id !== message.id);
    this.#mark(message.id, { state: "sent" });
    keepUnsent(this.#id, this.#all);
    this.#follower.taken(response, isFirst ? [...others, message] : undefined);
  }

  get #all(): readonly Outgoing[] {
    return this.#store.state.outbox;
  }

  #find = (id: string): Outgoing | undefined => this.#all.find(({ message }) => message.id === id);

  #mark(id: string, change: Partial<Outgoing>): void {
    this.#store.set({
      outbox: this.#all.map((item) => (item.message.id === id ? { ...item, ...change } : item)),
    });
  }
}
