const EVERY_MS = 20;
/** What a call may take beyond its heap before it is a bomb: the engine collects late, and young objects apart. */
const MARGIN = 2;
const MARGIN_MB = 48;
/** Code that computes for longer gives way to the server and to other calls. */
const HURRY_MS = 100;

/**
 * Watches what this process uses from now on, all of its threads; there is one call in it. `over` is told what there
 * was too much of: the engine's own limits miss some bombs, and end at the first `await`. `slow` is called once, when it
 * computes for long.
 */
export function watch({ cpuMs, memoryMb }, { over, slow }) {
  const cpu = process.cpuUsage();
  const most = process.memoryUsage.rss() + (memoryMb * MARGIN + MARGIN_MB) * 2 ** 20;
  let isSlowed = false;
  const look = () => {
    const { user, system } = process.cpuUsage(cpu);
    const ms = (user + system) / 1000;
    if (ms > cpuMs) over("cpu");
    else if (process.memoryUsage.rss() > most) over("memory");
    else if (ms > HURRY_MS && !isSlowed) {
      isSlowed = true;
      slow();
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: () => clearInterval(timer),
    /** A process does not get its priority back. */
    isSlowed: () => isSlowed,
  };
}
