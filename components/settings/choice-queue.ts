type Choice<T> = {
  to: T;
  /** The value stored on the server; ignored while earlier choices are pending. */
  from: T;
  send: () => Promise<void>;
  onRefused: (stored: T, error: unknown) => void;
};

/**
 * Returns a function that sends choices one at a time, so that the last one wins. If the server rejects the
 * last one, `onRefused` receives the value that is stored.
 */
export function choiceQueue<T>() {
  let queue = Promise.resolve();
  let waiting = 0;
  let stored: T;
  return ({ to, from, send, onRefused }: Choice<T>): Promise<void> => {
    if (waiting === 0) stored = from;
    waiting += 1;
    queue = queue.then(async () => {
      try {
        await send();
        stored = to;
      } catch (error) {
        // Report only the last choice: a later one that is still pending replaces this one.
        if (waiting === 1) onRefused(stored, error);
      } finally {
        waiting -= 1;
      }
    });
    return queue;
  };
}
