import { setImmediate } from "node:timers/promises";

/**
 * Returns a function to call between steps of long work. It yields to the event loop if `ms` have passed
 * since the last yield.
 */
export function createYielder(ms = 15): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < ms) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
