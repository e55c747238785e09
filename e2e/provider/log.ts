import { setTimeout as sleep } from "node:timers/promises";

export type Recorded = {
  /** Wall clock in ms with fractions, comparable between processes of one machine. */
  at: number;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  /** The last user message. `turn` is the number of answers that followed it. */
  user: string;
  turn: number;
  endedAt?: number;
  bytes?: number;
  /** `closed`: the caller disconnected before the end. */
  outcome?: "answered" | "failed" | "closed";
};

export type Wanted = { containing?: string; atLeast?: number; ended?: boolean; timeoutMs?: number };

const MAX_ENTRIES = 1_000;

export const now = () => performance.timeOrigin + performance.now();

export class RequestLog {
  entries: Recorded[] = [];
  #changed = Promise.withResolvers<void>();

  add(entry: Recorded): Recorded {
    this.entries.push(entry);
    if (this.entries.length > MAX_ENTRIES) this.entries.shift();
    this.#notify();
    return entry;
  }

  end(entry: Recorded, outcome: Recorded["outcome"]): void {
    if (entry.outcome) return;
    entry.outcome = outcome;
    entry.endedAt = now();
    this.#notify();
  }

  clear(): void {
    this.entries = [];
  }

  find({ containing = "", ended = false }: Wanted): Recorded[] {
    return this.entries.filter(
      ({ user, outcome }) => user.includes(containing) && (outcome !== undefined || !ended),
    );
  }

  async until({ atLeast = 1, timeoutMs = 10_000, ...wanted }: Wanted): Promise<Recorded[]> {
    const deadline = new AbortController();
    const timeout = sleep(timeoutMs, "late" as const, { signal: deadline.signal }).catch(() => undefined);
    try {
      for (;;) {
        const found = this.find(wanted);
        if (found.length >= atLeast) return found;
        if ((await Promise.race([this.#changed.promise, timeout])) === "late") {
          throw new Error(`Only ${found.length} of ${atLeast} requests came within ${timeoutMs} ms`);
        }
      }
    } finally {
      deadline.abort();
    }
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
