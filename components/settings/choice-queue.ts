type Choice<T> = {
  to: T;
  /** The stored value. Used only if no choice is pending. */
  from: T;
  send: () => Promise<void>;
  onRefused: (held: T, error: unknown) => void;
};

/**
 * Returns a function that sends choices one at a time, so that the last one wins. If the last one is
 * rejected, `onRefused` receives the value that the server has stored.
 */
export function choiceQueue<T>() {
  let queue = Promise.resolve();
  let waiting = 0;
  let held: T;
  return ({ to, from, send, onRefused }: Choice<T>): Promise<void> => {
    if (waiting === 0) held = from;
    waiting += 1;
    queue = queue.then(async () => {
      try {
        await send();
        held = to;
      } catch (error) {
        // A later choice is pending and decides.
        if (waiting === 1) onRefused(held, error);
      } finally {
        waiting -= 1;
      }
    });
    return queue;
  };
}
