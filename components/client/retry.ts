const FIRST_MS = 250;
const MAX_DELAY_MS = 30_000;

/** Retries a call with exponential backoff until `succeeded` is called. */
export class Retry {
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  later(call: () => void): void {
    this.cancel();
    const delay = Math.min(FIRST_MS * 2 ** this.#failures, MAX_DELAY_MS);
    this.#failures += 1;
    // Add jitter, so that tabs that lost the same server do not reconnect at once.
    this.#timer = setTimeout(call, delay * (0.75 + Math.random() / 2));
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  succeeded(): void {
    this.cancel();
    this.#failures = 0;
  }
}
