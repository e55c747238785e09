import { raceAbort } from "@/lib/shared/abort";

const MAX_PER_PERIOD = 100;
const PERIOD_MS = 1_000;

/**
 * Starts at most 100 calls in any second and delays the others, so that a loop over many keys is slow instead
 * of failing. Starts none after `over` aborts.
 */
export function rateLimited<A extends unknown[], R>(
  call: (...args: A) => Promise<R>,
  over: AbortSignal,
): { call: (...args: A) => Promise<R>; startedCalls: () => number } {
  const slots: number[] = [];
  let count = 0;
  return {
    startedCalls: () => count,
    call: async (...args) => {
      const now = performance.now();
      const earliest = slots.length < MAX_PER_PERIOD ? now : (slots.shift() ?? now) + PERIOD_MS;
      slots.push(Math.max(now, earliest));
      if (earliest > now) await raceAbort(() => sleep(earliest - now), over);
      over.throwIfAborted();
      count++;
      return call(...args);
    },
  };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
