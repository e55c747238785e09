/** Maximum time to block the page: less than a frame. */
const MAX_MS = 10;

export function breather(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal.throwIfAborted();
    if (performance.now() - since < MAX_MS) return;
    await turn();
    signal.throwIfAborted();
    since = performance.now();
  };
}

/** Resolves in the next turn of the event loop. Timers would be throttled in a hidden tab. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
