const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/** Calls again later, each time later than before, until told that it went well. */
export class Retry {
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  later(call: () => void): void {
    this.cancel();
    const delay = Math.min(FIRST_MS * 2 ** this.#failures, LONGEST_MS);
    this.#failures += 1;
    // Tabs that lost the same server come back spread out.
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
