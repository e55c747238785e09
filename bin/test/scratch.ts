import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** The file system in memory that Linux has. */
const MEMORY = "/dev/shm";
const PREFIX = "easel-test-";
/** What the databases of a whole run may take, and what is to be left then. */
const TAKES = 4e9;
const LEAVES = 4e9;

/**
 * A folder in memory for databases that are made by the hundred and need not last, or null where there is none: some
 * file systems take long to make a file when many were deleted just now, and that was a fifth of the time of all tests.
 */
export function makeScratch(): string | null {
  if (!isUsable()) return null;
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = name.match(/^easel-test-(\d+)-/) ?? [];
    if (pid && !isAlive(Number(pid))) removeScratch(join(MEMORY, name));
  }
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // Postgres runs as another user where we are root.
  chmodSync(folder, 0o711);
  return folder;
}

export const removeScratch = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

function isUsable(): boolean {
  if (process.platform !== "linux") return false;
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, place, type]) => place === MEMORY && type === "tmpfs");
  const options = mount?.[3]?.split(",") ?? ["ro"];
  if (options.includes("ro") || options.includes("noexec")) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > TAKES && process.availableMemory() > TAKES + LEAVES;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
