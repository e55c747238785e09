/** A message of a component. `isSure`: a click or key of the user caused it. */
export type Leaving = { text: string; isSure: boolean };
type PendingMessage = Leaving & { send: () => void; refuse: (why: Error) => void };

/**
 * Holds a component's first message until the user sends or cancels it; later messages pass at once. A
 * message that follows no known click or key is held every time.
 */
export class TakeBack {
  readonly #listeners = new Set<() => void>();
  #leaving: PendingMessage | undefined;
  #hasSent = false;

  leaving = (): Leaving | undefined => this.#leaving;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Resolves when the message may be sent. Throws with a message for the component if it is cancelled or
   * another one waits.
   */
  async offer(text: string, isSure: boolean): Promise<void> {
    if (this.#hasSent && isSure) return;
    if (this.#leaving) throw new Error("Another message waits for the user to send it.");
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
    leaving?.refuse(new Error("The user cancelled this message."));
  }

  #change(leaving: PendingMessage | undefined): void {
    this.#leaving = leaving;
    for (const listener of this.#listeners) listener();
  }
}
