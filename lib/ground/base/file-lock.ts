import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../shared/errors.ts";

const BUSY = 5;

/**
 * Keeps the journal in memory: one on disk would remain after the holder is killed, and the next holder would
 * have to roll it back.
 */
const NO_JOURNAL = "PRAGMA journal_mode = MEMORY";

/** References keep the garbage collector from closing a database, which would release its lock. */
const lockedDatabases = new Set<DatabaseSync>();

export type Lock = {
  tryShared(): boolean;
  tryExclusive(): boolean;
  release(): void;
  close(): void;
};

/**
 * Opens a lock between processes. The kernel releases it even if its holder is killed, because it uses
 * SQLite's file locks, held by a transaction on a file that stays empty.
 */
export function openLock(path: string): Lock {
  const database = open(path);
  lockedDatabases.add(database);
  const attempt = (...statements: string[]) => {
    try {
      for (const statement of statements) database.exec(statement);
      return true;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      if (isBusy(error)) return false;
      throw unusable(path, error);
    }
  };
  return {
    tryShared: () => attempt(NO_JOURNAL, "BEGIN", "SELECT count(*) FROM sqlite_master"),
    tryExclusive: () => attempt(NO_JOURNAL, "BEGIN EXCLUSIVE"),
    release: () => {
      if (database.isTransaction) database.exec("ROLLBACK");
    },
    close: () => {
      lockedDatabases.delete(database);
      database.close();
    },
  };
}

/**
 * Retries until `attempt` succeeds or the time is up, and returns whether it succeeded. `onWait` is called
 * once if the first attempt fails.
 */
export async function waitFor(
  attempt: () => boolean,
  milliseconds: number,
  onWait?: () => void,
): Promise<boolean> {
  const end = performance.now() + milliseconds;
  if (attempt()) return true;
  onWait?.();
  while (performance.now() < end) {
    await sleep(20 + Math.random() * 40);
    if (attempt()) return true;
  }
  return false;
}

function open(path: string) {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unusable(path, error);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === BUSY;
}

function unusable(path: string, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    "unavailable",
    `The file ${path} cannot be locked (${reason}). Its folder must be writable by you and on a local disk.`,
    { cause },
  );
}
