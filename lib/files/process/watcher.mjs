// Kills the process when it takes too much memory, and when the server is gone: its own thread may be busy for ever.
import { workerData as memoryMb } from "node:worker_threads";

const EVERY_MS = 20;
const MAX_RSS = memoryMb * 2 ** 20;
const server = process.ppid;

for (;;) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EVERY_MS);
  if (process.ppid !== server || process.memoryUsage.rss() > MAX_RSS) process.kill(process.pid, "SIGKILL");
}
