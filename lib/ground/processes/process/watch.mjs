import { once } from "node:events";
import { fstatSync, writeSync } from "node:fs";
import { isMainThread, Worker, workerData } from "node:worker_threads";

const EVERY_MS = 20;
/** Files that it opened itself have low numbers. */
const MAX_FILES = 48;

/**
 * Looks at this process from a thread of its own between `begin` and `end`, for the main one cannot while it works. Kills it
 * when it takes more resident memory than `memoryMb` or more disk for unlinked files than `temporaryMb`, and when the
 * server is gone.
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

/** SQLite unlinks a temporary file as soon as it has opened it. */
function temporaryBytes() {
  let bytes = 0;
  for (let file = 3; file < MAX_FILES; file++) {
    try {
      const { nlink, blocks } = fstatSync(file);
      if (nlink === 0) bytes += blocks * 512;
    } catch {
      // No such file is open.
    }
  }
  return bytes;
}

if (!isMainThread) look(workerData);
