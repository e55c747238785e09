import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { forgetOldRequests, insertRequests, type NewRequest } from "@/lib/store/activity/requests";
import { publish } from "@/lib/store/bus";
import { relaxedSql } from "@/lib/store/db";
import { isUnreachable, withRetry } from "@/lib/store/unreachable";

const FLUSH_MS = 250;
const BATCH = 200;
/** Maximum rows queued while the database is unavailable; the oldest are dropped. */
const MAX_WAITING = 5_000;
const AGAIN_MS = 2_000;
/** After this many written rows, old ones are deleted without waiting for the periodic cleanup. */
const TIDY_AFTER = 20_000;
/** Attempts to write a batch that an available database rejects. */
const MAX_TRIES = 3;

type Store = {
  insert(rows: readonly NewRequest[]): Promise<void>;
  tell?(rows: readonly NewRequest[]): void;
  tidy(): Promise<void>;
};

/** Queue of audit rows. Writes them in order, one batch at a time. */
export class RequestLog {
  private readonly store: Store;
  private waiting: NewRequest[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | null = null;
  private tries = 0;
  private lost = 0;
  private isAway = false;
  private written = 0;

  constructor(store: Store) {
    this.store = store;
  }

  add(row: NewRequest): void {
    this.waiting.push(row);
    this.bound();
    if (this.waiting.length >= BATCH && !this.isAway) this.schedule(0);
    else this.schedule(FLUSH_MS);
  }

  /** Writes the remaining rows, with retries if the database is unavailable. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    clearTimeout(this.timer);
    const rows = this.waiting.splice(0);
    try {
      for (let from = 0; from < rows.length; from += BATCH)
        await withRetry(() => this.store.insert(rows.slice(from, from + BATCH)));
    } catch (error) {
      log.warn("The last requests were not recorded in the audit log", error, { requests: rows.length });
    }
  }

  private schedule(inMs: number): void {
    if (this.writing) return;
    if (inMs === 0) clearTimeout(this.timer);
    else if (this.timer) return;
    this.timer = setTimeout(() => void this.flush(), inMs);
    this.timer.unref();
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    const rows = this.waiting.splice(0, BATCH);
    this.writing = this.write(rows);
    await this.writing;
    this.writing = null;
    if (this.waiting.length > 0)
      this.schedule(this.isAway ? AGAIN_MS : this.waiting.length >= BATCH ? 0 : FLUSH_MS);
  }

  private async write(rows: NewRequest[]): Promise<void> {
    try {
      await this.store.insert(rows);
      this.store.tell?.(rows);
      await this.tidy(rows.length);
      if (this.isAway)
        log.info("Requests are recorded in the audit log again", undefined, { lost: this.lost });
      this.isAway = false;
      this.lost = 0;
      this.tries = 0;
    } catch (error) {
      if (!this.isAway)
        log.warn("Requests cannot be recorded in the audit log; they are queued in memory", error);
      this.isAway = true;
      this.tries += isUnreachable(error) ? 0 : 1;
      if (this.tries < MAX_TRIES) this.waiting.unshift(...rows);
      else this.lost += rows.length;
      if (this.tries === MAX_TRIES) this.tries = 0;
      this.bound();
    }
  }

  private async tidy(count: number): Promise<void> {
    this.written += count;
    if (this.written < TIDY_AFTER) return;
    this.written = 0;
    await this.store
      .tidy()
      .catch((error) => log.warn("Old requests were not deleted from the audit log", error));
  }

  private bound(): void {
    const over = this.waiting.length - MAX_WAITING;
    if (over <= 0) return;
    this.waiting.splice(0, over);
    this.lost += over;
  }
}

/** Notifies open audit views: rows are stored after their call ended, so the views must refetch. */
function tell(rows: readonly NewRequest[]): void {
  for (const agent of new Set(rows.map(({ agentId }) => agentId))) publish({ type: "requests", agent });
}

/**
 * The log of this process. A resource that sends requests while it closes must call this first, so that the
 * log is created before the resource and closed after it.
 */
export const requestLog = () =>
  singleton(
    "request log",
    () => {
      // Create this client first, so that it closes after the log has written its last rows.
      relaxedSql();
      return new RequestLog({ insert: insertRequests, tell, tidy: forgetOldRequests });
    },
    (made) => made.close(),
  );
