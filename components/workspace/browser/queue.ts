import type { BrowserEventSent } from "@/lib/shared/browser/bodies";

/** As many as one request may carry, and more than anybody does while one is on its way. */
const MOST = 100;
const MAX_WAITING = 1_000;

/**
 * What the person does in the page, in order: one request at a time, and while it is on its way what comes next is
 * gathered. Moves of the mouse and turns of the wheel become one.
 */
export class InputQueue {
  readonly #send: (events: BrowserEventSent[]) => Promise<void>;
  readonly #onTrouble: (error: unknown) => void;
  #waiting: BrowserEventSent[] = [];
  #sending: Promise<void> | undefined;

  /** `send` rejects when the events did not arrive: then what waits is dropped, since it was meant for another page. */
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

  /** When all of it has been sent, or dropped. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  clear(): void {
    this.#waiting = [];
  }

  async #run(): Promise<void> {
    try {
      // What happens in one turn of the event loop goes together.
      await Promise.resolve();
      while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, MOST));
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
