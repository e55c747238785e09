import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/ground/base/env";
import { type Lock, openLock } from "@/lib/ground/base/file-lock";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { uuid } from "@/lib/shared/ids";
import { processId } from "@/lib/store/process-id";

const SUFFIX = ".lock";

/**
 * Holds a lock on a file named after this server's id, which shows other servers of the data folder that this
 * one is alive. The kernel releases the lock when the process ends for any reason. If the file cannot be
 * locked, other servers notice the end only when leases expire.
 */
export const presence = () =>
  singleton(
    "presence",
    () => {
      try {
        return hold(pathOf(processId()));
      } catch (error) {
        log.warn(
          "Other servers of the data folder will detect the end of this one only by its leases",
          error,
        );
        return null;
      }
    },
    (lock) => {
      lock?.close();
      if (lock) rmSync(pathOf(processId()), { force: true });
    },
  );

function hold(path: string): Lock {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  for (;;) {
    const lock = openLock(path);
    // Another server may take the new file for that of a dead server and delete it before it is locked. Then
    // create it again.
    if (lock.tryExclusive() && existsSync(path)) return lock;
    lock.close();
  }
}

/** Returns the ids of servers of this data folder that have ended without deleting their lock files. */
export function endedServers(): string[] {
  try {
    const names = readdirSync(folder()).filter((name) => name.endsWith(SUFFIX));
    const ids = names.map((name) => name.slice(0, -SUFFIX.length));
    return ids.filter((id) => id !== processId() && uuid.safeParse(id).success && isFree(pathOf(id)));
  } catch {
    return [];
  }
}

/** Deletes the lock files of ended servers. Call it after their runs were taken over. */
export function forget(ids: readonly string[]): void {
  for (const id of ids) rmSync(pathOf(id), { force: true });
}

function isFree(path: string): boolean {
  const lock = openLock(path);
  const free = lock.tryExclusive();
  lock.close();
  return free;
}

const folder = () => join(env().EASEL_DATA_DIR, "servers");
const pathOf = (id: string) => join(folder(), `${id}${SUFFIX}`);
