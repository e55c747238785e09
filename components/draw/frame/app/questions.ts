import type { AppQuestion } from "@/lib/shared/mcp/apps";

export type Asked = { kind: "call"; question: AppQuestion } | { kind: "link"; url: string };
type Said = "once" | "always";
type Open = Asked & { allow: (said: Said) => void; refuse: (why: Error) => void };

const MOST = 5;

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
  async ask(asked: Asked): Promise<Said> {
    if (this.#open.length >= MOST) throw new Error("Too many requests wait for the user. Try again later.");
    const { promise, resolve, reject } = Promise.withResolvers<Said>();
    this.#set([...this.#open, { ...asked, allow: resolve, refuse: reject }]);
    return promise;
  }

  allow(said: Said): void {
    this.#next()?.allow(said);
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
