import { once } from "node:events";
import { fstatSync, writeSync } from "node:fs";
import { isMainThread, Worker, workerData } from "node:worker_threads";

const EVERY_MS = 20;
/** Descriptors below this are checked. SQLite's temporary files get low numbers. */
const MAX_FILES = 48;

/**
 * Monitors this process from a worker thread between `begin` and `end`, because the main thread is blocked
 * while it works. Kills the process if its resident memory exceeds `memoryMb`, if unlinked files exceed
 * `temporaryMb` on disk, or if the server is gone.
 */
export async function startWatch(settings) {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { shared, ...settings },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  await once(worker, "online");
  worker.unref();
  return {
    begin() {
      Atomics.store(shared, 0, 1);
      Atomics.notify(shared, 0);
    },
    end: () => Atomics.store(shared, 0, 0),
  };
}

function look({ shared, server, memoryMb, temporaryMb }) {
  for (let round = 0; ; round++) {
    Atomics.wait(shared, 0, 0);
    Atomics.wait(shared, 0, 1, EVERY_MS);
    if (Atomics.load(shared, 0) === 0) continue;
    if (process.ppid !== server) die("orphan");
    if (process.memoryUsage.rss() > memoryMb * 2 ** 20) die("memory");
    if (temporaryMb && round % 5 === 0 && temporaryBytes() > temporaryMb * 2 ** 20) die("temporary");
  }
}

function die(why) {
  try {
    writeSync(2, `\n${why}\n`);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}

/** Sums the sizes of unlinked open files: SQLite unlinks a temporary file right after opening it. */
function temporaryBytes() {
  let bytes = 0;
  for (let file = 3; file < MAX_FILES; file++) {
    try {
      const { nlink, blocks } = fstatSync(file);
      if (nlink === 0) bytes += blocks * 512;
    } catch {
      // No file is open under this number.
    }
  }
  return bytes;
}

if (!isMainThread) look(workerData);
