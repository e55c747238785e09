/**
 * Rejects with the signal's reason when it aborts, for work that ignores signals. Does not start the work if
 * the signal is already aborted. Ignores the result of work that continues after the abort.
 */
export async function raceAbort<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let fail = () => {};
  const aborted = new Promise<never>((_, reject) => {
    fail = () => reject(signal.reason);
    signal.addEventListener("abort", fail, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", fail);
  }
}

export class Late extends Error {}

const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs `work` with a signal that aborts when `signal` aborts or after `ms` milliseconds. Throws Late if `work`
 * fails after that time limit. Removes its listener from `signal` at the end, because listeners would
 * accumulate on a long-lived signal.
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const both = new AbortController();
  let late: Late | undefined;
  const expire = () => {
    late = new Late(`It took longer than ${ms} ms`);
    both.abort(late);
  };
  const timer = setTimeout(expire, Math.min(ms, MAX_TIMER_MS));
  const pass = () => both.abort(signal.reason);
  signal.addEventListener("abort", pass, { once: true });
  try {
    return await work(both.signal);
  } catch (error) {
    throw late && both.signal.reason === late ? late : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", pass);
  }
}

/** Yields the chunks of a stream until its end or the abort. An abort cancels the source. */
export async function* abortable<T>(stream: ReadableStream<T>, signal: AbortSignal): AsyncGenerator<T> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
