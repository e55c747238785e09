import { cpus } from "node:os";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_EVERY_MS = 4_000;
/** Maximum CPU time of an idle server, as a share of the time between two checks. */
const IDLE = 0.05;
/** Growth of the heap since the last collection for which another one is worth its time. */
const MIN_GROWTH_BYTES = 24_000_000;
const MIN_GROWTH = 1.25;
/** Minimum idle share of the machine's CPU time. On a busy machine, a collection would stop the server for seconds. */
const MACHINE_IDLE = 0.2;

type Options = { everyMs?: number; collect?: () => void; idleShare?: () => number };

/**
 * Returns memory of the heap to the system while the server is idle. V8 collects garbage when it needs memory, so a server
 * without work would keep what its start or its last work took. Measured: about 48 MB after a start, in 0.13 s on an
 * otherwise idle machine.
 */
export function shrinkHeapWhenIdle({
  everyMs = LOOK_EVERY_MS,
  collect = collector(),
  idleShare = idleShareOfMachine(),
}: Options = {}) {
  let before = process.cpuUsage();
  let kept = 0;
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    const isIdle = idleShare() > MACHINE_IDLE && (user + system) / 1000 < IDLE * everyMs;
    const { heapTotal } = process.memoryUsage();
    if (isIdle && heapTotal > Math.max(kept + MIN_GROWTH_BYTES, kept * MIN_GROWTH)) {
      collect();
      kept = process.memoryUsage().heapTotal;
    }
    before = process.cpuUsage();
  };
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}

/** Returns a function that returns the idle share of all processors since its last call. */
function idleShareOfMachine(): () => number {
  let before = { idle: 0, all: 0 };
  return () => {
    const times = cpus().map((cpu) => cpu.times);
    const now = {
      idle: times.reduce((sum, { idle }) => sum + idle, 0),
      all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
    };
    const share = (now.idle - before.idle) / Math.max(1, now.all - before.all);
    before = now;
    return share;
  };
}

/** Gets V8's function that collects garbage, which scripts cannot use unless Node is started with a flag. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  setFlagsFromString("--no-expose-gc");
  // Only a collection with these options shrinks the space of new objects, which is most of the gain.
  return () => collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
