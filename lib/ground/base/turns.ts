import { setImmediate } from "node:timers/promises";

/** For long work, to be called between its steps: others have a turn whenever it has gone on for `ms`. */
export function turns(ms = 15): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < ms) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
