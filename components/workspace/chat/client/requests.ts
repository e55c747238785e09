import { t } from "@/lib/shared/i18n/en/chatClient";
import { ApiError } from "./api";
import type { Follower } from "./follower";
import type { Store } from "./store";

/**
 * Tracks the pending requests of a conversation. While a request is pending, change notifications are
 * ignored, because its response reports the changes.
 */
export class Requests {
  readonly #store: Store;
  readonly #follower: Follower;
  #underWay = 0;

  constructor(store: Store, follower: Follower) {
    this.#store = store;
    this.#follower = follower;
  }

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

  /**
   * An `ApiError` means that this tab is outdated, so sync. Any other error means that the server was not
   * reached.
   */
  failed(error: unknown): void {
    if (!(error instanceof ApiError)) this.#follower.later();
    else if (this.#store.state.isStored) void this.#follower.sync();
  }
}

export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : t("unreachable");
