import { setTimeout as delay } from "node:timers/promises";

/** Postgres, postgres.js and the socket below it: nobody answers, or what answers is going down or full. */
const DATABASE_DOWN = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"],
  ...["CONNECT_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED"],
  ...["57P01", "57P02", "57P03", "53300", "08000", "08001", "08003", "08004", "08006"],
]);
const DISK_FULL = "53100";
const READ_ONLY = "25006";

/** Whether the database, and not the statement, is the trouble. */
export const isUnreachable = (error: unknown): boolean =>
  some(
    error,
    (at) =>
      DATABASE_DOWN.has(String(at.code)) ||
      at.code === DISK_FULL ||
      // A unix socket that is not there.
      (at.code === "ENOENT" && "syscall" in at && at.syscall === "connect"),
  );

/** It has crashed, and what was not on disk yet may be lost. */
export class DatabaseCrashed extends Error {
  override readonly name = "DatabaseCrashed";
  /** Of Postgres: crash_shutdown. */
  readonly code = "57P02";

  constructor() {
    super("The database crashed before what it had taken was on disk");
  }
}

/** A connection that broke under a statement: it may have been done or not. */
const BROKEN = new Set([
  ...["ECONNRESET", "EPIPE", "CONNECTION_CLOSED", "CONNECTION_DESTROYED"],
  ...["57P01", "57P02", "08003", "08006"],
]);

/** Whether it is not known what became of the statement. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  some(error, ({ code }) => BROKEN.has(String(code)));

/** Reads once more where the connection broke meanwhile; what could not be sent has waited already. */
export const reread = <T>(read: () => Promise<T>): Promise<T> =>
  read().catch((error) => {
    if (isOutcomeUnknown(error)) return read();
    throw error;
  });

/** Whether there is no room left where the database writes. */
export const isFull = (error: unknown): boolean => some(error, ({ code }) => code === DISK_FULL);

/** Whether the database takes no changes, as a standby, or a primary that was switched off for them. */
export const isReadOnly = (error: unknown): boolean => some(error, ({ code }) => code === READ_ONLY);

/** A number, a time or a text that the type of its column does not hold. */
const UNFIT = new Set(["22001", "22003", "22007", "22008", "22021", "22P02", "22P03", "22P05", "54000"]);

/** What the database says of a value that it cannot hold, as no schema before it has said; null for any other error. */
export const unfitValue = (error: unknown): string | null =>
  error instanceof Error && "code" in error && UNFIT.has(String(error.code)) ? error.message : null;

/** Whether an error with a code, or one of those that it came from, is such a one. */
function some(error: unknown, isSuch: (at: Error & { code: unknown }) => boolean): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if ("code" in at && isSuch(at)) return true;
  return false;
}

/** A run has cost money already: what it writes is worth some seconds. */
const PATIENCE_MS = 12_000;
/** Somebody who waits for an answer would rather hear that it does not work; a restart takes less. */
export const PROMPT_MS = 2_000;

/**
 * Tries again while the database cannot be reached, for a write that may be repeated: a connection that breaks does not
 * tell whether it was stored.
 */
export async function patiently<T>(write: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const end = performance.now() + patienceMs;
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
