import { type ConversationState, shownMessages } from "./state";
import type { ThreadChat } from "./thread-chat";

export class Store {
  /** Undefined until the thread or the first stream creates it. */
  chat: ThreadChat | undefined;
  #state: ConversationState;
  readonly #listeners = new Set<() => void>();

  constructor(state: ConversationState) {
    this.#state = state;
  }

  get state(): ConversationState {
    return this.#state;
  }

  set(change: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...change };
    // React batches both updates, because they are set in the same task.
    if (this.chat) this.chat.messages = shownMessages(this.#state);
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
