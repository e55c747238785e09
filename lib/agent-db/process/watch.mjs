import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Tells a thread of its own when work begins and ends: this one cannot look at itself meanwhile. */
export async function startWatch(server) {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("./watcher.mjs", import.meta.url), {
    workerData: { shared, server },
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
