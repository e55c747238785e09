import { setTimeout as delay } from "node:timers/promises";

/**
 * Codes of Postgres, postgres.js and the socket for a server that is unreachable, shutting down or out of
 * connections.
 */
const DATABASE_DOWN = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"],
  ...["CONNECT_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED"],
  ...["57P01", "57P02", "57P03", "53300", "08000", "08001", "08003", "08004", "08006"],
]);
const DISK_FULL = "53100";
const READ_ONLY = "25006";

/** Returns whether the error comes from the state of the database rather than from the statement. */
export const isUnreachable = (error: unknown): boolean =>
  some(
    error,
    (at) =>
      DATABASE_DOWN.has(String(at.code)) ||
      at.code === DISK_FULL ||
      // ENOENT of `connect` means that the file of the unix socket does not exist.
      (at.code === "ENOENT" && "syscall" in at && at.syscall === "connect"),
  );

/** Thrown when the database crashed and unflushed data may be lost. */
export class DatabaseCrashed extends Error {
  override readonly name = "DatabaseCrashed";
  /** The code of Postgres for crash_shutdown. */
  readonly code = "57P02";

  constructor() {
    super("The database crashed before accepted data was on disk");
  }
}

/** Codes of errors that can occur after the server has received the statement. */
const BROKEN = new Set([
  ...["ECONNRESET", "EPIPE", "CONNECTION_CLOSED", "CONNECTION_DESTROYED"],
  ...["57P01", "57P02", "08003", "08006"],
]);

/** Returns true if the connection broke, so that the statement may or may not have taken effect. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  some(error, ({ code }) => BROKEN.has(String(code)));

/**
 * Repeats a read once if its connection broke. Other connection errors are not retried, because the driver
 * has already waited for the database.
 */
export const reread = <T>(read: () => Promise<T>): Promise<T> =>
  read().catch((error) => {
    if (isOutcomeUnknown(error)) return read();
    throw error;
  });

export const isFull = (error: unknown): boolean => some(error, ({ code }) => code === DISK_FULL);

/** Returns whether the database rejects writes, as a standby or with default_transaction_read_only. */
export const isReadOnly = (error: unknown): boolean => some(error, ({ code }) => code === READ_ONLY);

/** Codes for numbers, times and strings that do not fit their column type. */
const UNFIT = new Set(["22001", "22003", "22007", "22008", "22021", "22P02", "22P03", "22P05", "54000"]);

/**
 * Returns the database's message for a value that it cannot store and that validation did not catch; null for
 * other errors.
 */
export const unfitValue = (error: unknown): string | null =>
  error instanceof Error && "code" in error && UNFIT.has(String(error.code)) ? error.message : null;

/** Returns whether `isSuch` is true for the error or one of its causes, up to 8 levels. */
function some(error: unknown, isSuch: (at: Error & { code: unknown }) => boolean): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if ("code" in at && isSuch(at)) return true;
  return false;
}

/** Long, because a run has already cost money, so its writes are worth waiting for. */
const RETRY_TIMEOUT_MS = 12_000;
/**
 * Short, because a user waits for the response and prefers an early error. The database restarts in less time.
 */
export const INTERACTIVE_TIMEOUT_MS = 2_000;

/**
 * Retries `write` while the database is unreachable. `write` must be repeatable: after a broken connection it
 * is unknown whether the data was stored.
 */
export async function withRetry<T>(write: () => Promise<T>, timeoutMs = RETRY_TIMEOUT_MS): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
    try {
      return await write();
    } catch (error) {
      const left = end - performance.now();
      if (!isUnreachable(error) || left <= 0) throw error;
      await delay(Math.min(wait, left));
    }
  }
}
