/*
 * Implements the part of the standard AbortController API that the sandbox needs. Each listener is called
 * once, in order of registration.
 */

export class DOMException extends Error {
  constructor(message = "", name = "Error") {
    super(message);
    this.name = name;
  }
}

export class Event {
  readonly type: string;
  constructor(type: string) {
    this.type = type;
  }
}

type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };

export class EventTarget {
  readonly #listeners: { type: string; listener: Listener; once: boolean }[] = [];

  addEventListener(type: string, listener: Listener, options?: { once?: boolean } | boolean): void {
    if (this.#listeners.some((entry) => entry.type === type && entry.listener === listener)) return;
    this.#listeners.push({ type, listener, once: typeof options === "object" && options.once === true });
  }

  removeEventListener(type: string, listener: Listener): void {
    const at = this.#listeners.findIndex((entry) => entry.type === type && entry.listener === listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }

  dispatchEvent(event: Event): boolean {
    for (const { type, listener, once } of [...this.#listeners]) {
      if (type !== event.type) continue;
      if (once) this.removeEventListener(type, listener);
      if (typeof listener === "function") listener.call(this, event);
      else listener.handleEvent(event);
    }
    return true;
  }
}

const abort = Symbol("abort");

export class AbortSignal extends EventTarget {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: Event) => void) | null = null;

  [abort](reason: unknown = new DOMException("This operation was aborted", "AbortError")): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const event = new Event("abort");
    this.onabort?.(event);
    this.dispatchEvent(event);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal();
    signal[abort](reason);
    return signal;
  }

  static timeout(ms: number): AbortSignal {
    const signal = new AbortSignal();
    setTimeout(() => signal[abort](new DOMException("The time is up", "TimeoutError")), ms);
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const either = new AbortSignal();
    for (const signal of signals) {
      if (signal.aborted) either[abort](signal.reason);
      else signal.addEventListener("abort", () => either[abort](signal.reason), { once: true });
    }
    return either;
  }
}

export class AbortController {
  readonly signal = new AbortSignal();

  abort(reason?: unknown): void {
    this.signal[abort](reason);
  }
}
