import { raceAbort } from "@/lib/shared/abort";

const MOST = 100;
const PER_MS = 1_000;

/**
 * Starts at most 100 calls in any second and delays the others, so that a loop over many keys is slow instead
 * of failing. Starts none after `over` aborts.
 */
export function paced<A extends unknown[], R>(
  call: (...args: A) => Promise<R>,
  over: AbortSignal,
): { call: (...args: A) => Promise<R>; begun: () => number } {
  const slots: number[] = [];
  let begun = 0;
  return {
    begun: () => begun,
    call: async (...args) => {
      const now = performance.now();
      const earliest = slots.length < MOST ? now : (slots.shift() ?? now) + PER_MS;
      slots.push(Math.max(now, earliest));
      if (earliest > now) await raceAbort(() => sleep(earliest - now), over);
      over.throwIfAborted();
      begun++;
      return call(...args);
    },
  };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
