// Makes pages readable, one after the other. A process of its own, for a page may be made to harm its reader.
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { readable } from "./readable.mjs";

new Worker(new URL("../../files/process/watcher.mjs", import.meta.url), {
  workerData: Number(process.argv[2]),
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
}).unref();

try {
  // Requests come first.
  setPriority(5);
} catch {
  // A system that does not let us.
}

process.on("message", ({ html, url }) => {
  process.send({ markdown: attempt(html, url), rss: process.memoryUsage.rss() });
});

/** null where a page is nested too deep, or whatever else is wrong with it. */
function attempt(html, url) {
  try {
    return readable(html, url);
  } catch {
    return null;
  }
}
