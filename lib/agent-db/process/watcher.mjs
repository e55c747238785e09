// While a statement runs: kills the process when it takes too much memory or disk, and when the server is gone.
import { fstatSync, writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const EVERY_MS = 20;
const MAX_RSS = 320 * 2 ** 20;
const MAX_TEMPORARY = 256 * 2 ** 20;
/** Files of SQLite have low numbers. */
const MAX_FILES = 48;
const { shared, server } = workerData;

const die = (why) => {
  try {
    writeSync(2, `\n${why}\n`);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
};

for (let round = 0; ; round++) {
  Atomics.wait(shared, 0, 0);
  Atomics.wait(shared, 0, 1, EVERY_MS);
  if (Atomics.load(shared, 0) === 0) continue;
  if (process.ppid !== server) die("orphan");
  if (process.memoryUsage.rss() > MAX_RSS) die("memory");
  if (round % 5 === 0 && temporaryBytes() > MAX_TEMPORARY) die("temporary");
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
