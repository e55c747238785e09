type Choice<T> = {
  to: T;
  /** What holds as long as no choice is on its way. */
  from: T;
  send: () => Promise<void>;
  onRefused: (held: T, error: unknown) => void;
};

/**
 * Sends choices one after the other, so that the last one made is also the last to arrive. The last one refused hands back
 * what the server is known to have.
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
        // A later choice is on its way and decides.
        if (waiting === 1) onRefused(held, error);
      } finally {
        waiting -= 1;
      }
    });
    return queue;
  };
}
