import { AppError } from "@/lib/shared/errors";

/** What a server may send in a minute. Each message costs this process more than its bytes, and many are answered. */
const MAX_BYTES = 40_000_000;
const MAX_MESSAGES = 3_000;

/** How much came within a minute, of all streams of a server. */
export class Flow {
  private since = performance.now();
  private bytes = 0;
  private messages = 0;

  /** Throws an AppError where it is too much: then nothing more of it is looked at. */
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
