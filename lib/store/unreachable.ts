import { setTimeout as delay } from "node:timers/promises";

/** Postgres, postgres.js and the socket below it: nobody answers, or what answers is going down or full. */
const DATABASE_DOWN = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"],
  ...["CONNECT_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED"],
  ...["57P01", "57P02", "57P03", "53300", "08000", "08001", "08003", "08004", "08006"],
]);
const DISK_FULL = "53100";

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

/** Whether there is no room left where the database writes. */
export const isFull = (error: unknown): boolean => some(error, ({ code }) => code === DISK_FULL);

/** Whether an error with a code, or one of those that it came from, is such a one. */
function some(error: unknown, isSuch: (at: Error & { code: unknown }) => boolean): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if ("code" in at && isSuch(at)) return true;
  return false;
}

const WAITS_MS = [100, 300, 600, ...Array.from({ length: 9 }, () => 1_000)];

/** Tries again while the database cannot be reached: what is worth a durable write is worth some seconds of patience. */
export async function patiently<T>(write: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await write();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      await delay(wait);
    }
  }
  return write();
}
