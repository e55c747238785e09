const EVERY_MS = 20;
/**
 * A call may use `MARGIN` times its heap limit plus `MARGIN_MB`, because V8 collects garbage late and keeps
 * young objects separately.
 */
const MARGIN = 2;
const MARGIN_MB = 48;
/** Milliseconds of CPU time after which `slow` is called. */
const HURRY_MS = 100;

/**
 * Watches the CPU time and memory of this process, which runs one call at a time. Calls `over` with "cpu" or
 * "memory" when a limit is exceeded: V8's own limits miss some attacks and end at the first `await`. Calls
 * `slow` once for a long computation, so that the parent lowers the priority.
 */
export function watch({ cpuMs, memoryMb }, { over, slow }) {
  const cpu = process.cpuUsage();
  const maxRss = process.memoryUsage.rss() + (memoryMb * MARGIN + MARGIN_MB) * 2 ** 20;
  let isSlowed = false;
  const look = () => {
    const { user, system } = process.cpuUsage(cpu);
    const ms = (user + system) / 1000;
    if (ms > cpuMs) over("cpu");
    else if (process.memoryUsage.rss() > maxRss) over("memory");
    else if (ms > HURRY_MS && !isSlowed) {
      isSlowed = true;
      slow();
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: () => clearInterval(timer),
    /** Whether `slow` was called. The process cannot raise its priority again. */
    isSlowed: () => isSlowed,
  };
}
