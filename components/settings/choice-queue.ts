type Choice<T> = {
  to: T;
  /** The stored value. Used only if no choice is pending. */
  from: T;
  send: () => Promise<void>;
  onRefused: (stored: T, error: unknown) => void;
};

/**
 * Returns a function that sends choices one at a time, so that the last one wins. If the last one is
 * rejected, `onRefused` receives the value that the server has stored.
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
        // A later choice is pending and decides.
        if (waiting === 1) onRefused(stored, error);
      } finally {
        waiting -= 1;
      }
    });
    return queue;
  };
}
