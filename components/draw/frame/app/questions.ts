import type { AppQuestion } from "@/lib/shared/mcp/apps";

export type PendingRequest = { kind: "call"; question: AppQuestion } | { kind: "link"; url: string };
type AppDecision = "once" | "always";
type Open = PendingRequest & { allow: (decision: AppDecision) => void; refuse: (why: Error) => void };

const MAX_OPEN = 5;

export class Questions {
  readonly #listeners = new Set<() => void>();
  #open: readonly Open[] = [];

  first = (): Open | undefined => this.#open[0];

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Resolves when the user allows it. Throws with a message for the app if refused or if too many are open.
   */
  async ask(asked: PendingRequest): Promise<AppDecision> {
    if (this.#open.length >= MAX_OPEN)
      throw new Error("Too many requests wait for the user. Try again later.");
    const { promise, resolve, reject } = Promise.withResolvers<AppDecision>();
    this.#set([...this.#open, { ...asked, allow: resolve, refuse: reject }]);
    return promise;
  }

  allow(decision: AppDecision): void {
    this.#next()?.allow(decision);
  }

  refuse(): void {
    this.#next()?.refuse(new Error("The user did not allow it."));
  }

  #next(): Open | undefined {
    const [first, ...rest] = this.#open;
    this.#set(rest);
    return first;
  }

  #set(open: readonly Open[]): void {
    this.#open = open;
    for (const listener of this.#listeners) listener();
  }
}
