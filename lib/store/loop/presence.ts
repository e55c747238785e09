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
 * Shows other servers of the data folder that this one is alive, by a lock on a file named after its id. The
 * kernel releases the lock when the process ends for any reason. If the file cannot be locked, others notice
 * the end only by expired leases.
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
    // If another server removes the file between its creation and the lock, taking it for a dead server's,
    // create it again.
    if (lock.tryExclusive() && existsSync(path)) return lock;
    lock.close();
  }
}

/** Returns the ids of servers of this data folder that crashed and were not passed to `forget` yet. */
export function endedServers(): string[] {
  try {
    const names = readdirSync(folder()).filter((name) => name.endsWith(SUFFIX));
    const ids = names.map((name) => name.slice(0, -SUFFIX.length));
    return ids.filter((id) => id !== processId() && uuid.safeParse(id).success && isFree(pathOf(id)));
  } catch {
    return [];
  }
}

/** Removes the lock files of crashed servers, once their runs are taken over. */
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
