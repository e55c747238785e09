import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const PREFIX = "easel-test-";
/** Bytes of memory that the databases of a whole test run may use. */
const TAKES = 4e9;
/** Bytes of memory that must remain free besides `TAKES`. */
const LEAVES = 4e9;

/**
 * Returns a folder in memory for the hundreds of short-lived test databases, or null if the machine lacks the
 * memory. Some file systems create files slowly right after many deletions, which took a fifth of the total test
 * time.
 */
export function makeScratch(): string | null {
  if (!isUsable()) return null;
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = name.match(/^easel-test-(\d+)-/) ?? [];
    if (pid && !isAlive(Number(pid))) removeScratch(join(MEMORY, name));
  }
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // Postgres runs as another user if this process runs as root.
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
