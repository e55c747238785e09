/**
 * Rejects with the signal's reason when it aborts: for work that does not listen to signals itself. Work is not even
 * begun after the abort, and what it does later is nobody's concern.
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

/** The time that some work had is up. */
export class Late extends Error {}

const LONGEST_MS = 2 ** 31 - 1;

/**
 * Gives `work` a signal of its own, which aborts with `signal` or when the time is up; then it throws Late. Whatever
 * listens to it is let go of at the end, where listeners on a long-lived signal would pile up.
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
  const timer = setTimeout(expire, Math.min(ms, LONGEST_MS));
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

/** Reads a stream to its end or to the abort, whichever comes first; the source is told of an abort. */
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
