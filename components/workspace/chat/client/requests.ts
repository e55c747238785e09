import { ApiError } from "./api";
import type { Follower } from "./follower";
import type { Store } from "./store";

const NOT_REACHED = "Easel was not reached.";

/** What a conversation asks of the server: while it does, what changes there is told by the answer. */
export class Requests {
  readonly #store: Store;
  readonly #follower: Follower;
  #underWay = 0;

  constructor(store: Store, follower: Follower) {
    this.#store = store;
    this.#follower = follower;
  }

  /** Some are under way, which end in a sync of their own. */
  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** A refusal means that the server knows better than this tab; anything else that it was not reached. */
  failed(error: unknown): void {
    if (!(error instanceof ApiError)) this.#follower.later();
    else if (this.#store.state.known) void this.#follower.sync();
  }
}

export const reasonOf = (error: unknown): string => (error instanceof ApiError ? error.message : NOT_REACHED);
