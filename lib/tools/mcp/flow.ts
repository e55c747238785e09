import { AppError } from "@/lib/shared/errors";

/**
 * Limits of a server's traffic in a minute. Messages are limited too, because each costs more than its bytes
 * and many need an answer.
 */
const MAX_BYTES = 40_000_000;
const MAX_MESSAGES = 3_000;

export class Flow {
  private since = performance.now();
  private bytes = 0;
  private messages = 0;

  /** Counts received data. Throws an AppError beyond a limit, so that the caller drops the data. */
  take(bytes: number, messages: number): void {
    const now = performance.now();
    if (now - this.since > 60_000) {
      this.since = now;
      this.bytes = 0;
      this.messages = 0;
    }
    this.bytes += bytes;
    this.messages += messages;
    if (this.bytes > MAX_BYTES) throw tooMuch(`${MAX_BYTES / 1_000_000} MB`);
    if (this.messages > MAX_MESSAGES) throw tooMuch(`${MAX_MESSAGES} messages`);
  }
}

const tooMuch = (what: string) =>
  new AppError(
    "too_large",
    `The server sent more than ${what} within a minute, so the connection was ended.`,
  );
