import { setImmediate } from "node:timers/promises";

/**
 * Returns a function to await between steps of long work. It lets the event loop run if `ms` have passed since the
 * event loop last ran.
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
