import type { ConversationState } from "./state";

/** What a tab knows of its conversation, and who wants to hear of changes. */
export class Store {
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
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
