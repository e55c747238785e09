import type { BrowserEventSent } from "@/lib/shared/browser/bodies";

const MAX_EVENTS = 100;
const MAX_WAITING = 1_000;

/**
 * Queues the user's input to the page. Sends one request at a time, and collects further events until it
 * completes. Merges consecutive mouse moves and consecutive wheel events.
 */
export class InputQueue {
  readonly #send: (events: BrowserEventSent[]) => Promise<void>;
  readonly #onTrouble: (error: unknown) => void;
  #waiting: BrowserEventSent[] = [];
  #sending: Promise<void> | undefined;

  /** If `send` rejects, pending events are dropped, because the page may have changed. */
  constructor(send: (events: BrowserEventSent[]) => Promise<void>, onTrouble: (error: unknown) => void) {
    this.#send = send;
    this.#onTrouble = onTrouble;
  }

  add(event: BrowserEventSent): void {
    const last = this.#waiting.at(-1);
    const joined = last && join(last, event);
    if (joined) this.#waiting[this.#waiting.length - 1] = joined;
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(event);
    this.#sending ??= this.#run();
  }

  /** Resolves when all events are sent or dropped. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  clear(): void {
    this.#waiting = [];
  }

  async #run(): Promise<void> {
    try {
      // Wait for events of the same task, so that they are sent together.
      await Promise.resolve();
      while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, MAX_EVENTS));
    } catch (error) {
      this.clear();
      this.#onTrouble(error);
    } finally {
      this.#sending = undefined;
    }
  }
}

function join(last: BrowserEventSent, next: BrowserEventSent): BrowserEventSent | undefined {
  if (last.type === "move" && next.type === "move" && last.button === next.button) return next;
  if (last.type === "wheel" && next.type === "wheel" && last.modifiers === next.modifiers) {
    const deltaX = (last.deltaX ?? 0) + (next.deltaX ?? 0);
    const deltaY = (last.deltaY ?? 0) + (next.deltaY ?? 0);
    if (Math.abs(deltaX) <= FAR && Math.abs(deltaY) <= FAR) return { ...next, deltaX, deltaY };
  }
}

const FAR = 10_000;
