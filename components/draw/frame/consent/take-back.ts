/** A text that a component says for the person. `isSure`: a click or a key of theirs has led to it. */
export type Leaving = { text: string; isSure: boolean };
type Held = Leaving & { send: () => void; refuse: (why: Error) => void };

/**
 * Holds the first text that a component says in the person's name until it is sent or taken back; what it says later goes
 * through at once. What no click and no key is known to have led to is held each time.
 */
export class TakeBack {
  readonly #listeners = new Set<() => void>();
  #leaving: Held | undefined;
  #hasSent = false;

  leaving = (): Leaving | undefined => this.#leaving;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Resolves when it may be said. Throws, in words for the component, where it was taken back or another one waits. */
  async offer(text: string, isSure: boolean): Promise<void> {
    if (this.#hasSent && isSure) return;
    if (this.#leaving) throw new Error("Another message waits for the person to send it.");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#change({ text, isSure, send: resolve, refuse: reject });
    await promise;
  }

  send(): void {
    const leaving = this.#leaving;
    this.#hasSent = true;
    this.#change(undefined);
    leaving?.send();
  }

  refuse(): void {
    const leaving = this.#leaving;
    this.#change(undefined);
    leaving?.refuse(new Error("The person took this message back."));
  }

  #change(leaving: Held | undefined): void {
    this.#leaving = leaving;
    for (const listener of this.#listeners) listener();
  }
}
