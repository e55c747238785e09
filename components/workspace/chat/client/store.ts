import { type ConversationState, shownMessages } from "./state";
import type { ThreadChat } from "./thread-chat";

/** The state of a conversation in this tab. */
export class Store {
  /** Loaded with the thread or with the first stream. */
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
    // React renders both in one pass, because both are set in the same task.
    if (this.chat) this.chat.messages = shownMessages(this.#state);
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
