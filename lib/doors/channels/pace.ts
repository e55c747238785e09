import type { ChannelDefinition } from "./define";

/**
 * Limits the rate of messages to a service: messages per second overall, and the delay between two messages in
 * the same chat.
 */
export class Pace {
  private readonly limits: ChannelDefinition["pace"];
  /** Send times of the last messages, oldest first. Keeps at most `perSecond` times. */
  private readonly recent: number[] = [];
  private readonly readyAt = new Map<string, number>();
  private line: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(limits: ChannelDefinition["pace"]) {
    this.limits = limits;
  }

  /** True if several messages are waiting. The sender then skips previews. */
  get isBusy(): boolean {
    return this.waiting > 1;
  }

  /** Waits until a message may be sent to a chat, in the order of calls. Rejects when `signal` aborts. */
  async turn(chatId: string, kind: "private" | "group", signal: AbortSignal): Promise<void> {
    for (let wait = this.chatWait(chatId); wait > 0; wait = this.chatWait(chatId)) await sleep(wait, signal);
    // Reserve the time before waiting, so that two concurrent messages in one chat keep their delay.
    this.readyAt.set(chatId, Date.now() + this.gapOf(kind));
    const before = this.line;
    const own = Promise.withResolvers<void>();
    this.line = own.promise;
    this.waiting += 1;
    try {
      await before;
      await this.waitForSlot(signal);
      this.readyAt.set(chatId, Date.now() + this.gapOf(kind));
    } finally {
      this.waiting -= 1;
      own.resolve();
    }
    this.forget();
  }

  pause(chatId: string, ms: number): void {
    this.readyAt.set(chatId, Math.max(this.readyAt.get(chatId) ?? 0, Date.now() + ms));
  }

  private gapOf(kind: "private" | "group"): number {
    return kind === "group" ? this.limits.groupMs : this.limits.privateMs;
  }

  private chatWait(chatId: string): number {
    return (this.readyAt.get(chatId) ?? 0) - Date.now();
  }

  private async waitForSlot(signal: AbortSignal): Promise<void> {
    const { perSecond } = this.limits;
    for (;;) {
      signal.throwIfAborted();
      const [oldest = 0] = this.recent;
      const wait = this.recent.length < perSecond ? 0 : oldest + 1_000 - Date.now();
      if (wait <= 0) break;
      await sleep(wait, signal);
    }
    this.recent.push(Date.now());
    if (this.recent.length > perSecond) this.recent.shift();
  }

  private forget(): void {
    if (this.readyAt.size < 10_000) return;
    for (const [chatId, at] of this.readyAt) if (at < Date.now()) this.readyAt.delete(chatId);
  }
}

/** Rejects with the signal's reason when it aborts. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const over = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", over);
      resolve();
    }, ms);
    signal.addEventListener("abort", over, { once: true });
  });
