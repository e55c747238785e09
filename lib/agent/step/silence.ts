import type { RunError } from "@/lib/store/loop/run-context";

const NOTICE_AFTER_MS = 20_000;

/** Thrown if a model exceeds its silence limit. The name makes error handling treat it as a timeout. */
export class SilentModel extends Error {
  override readonly name = "TimeoutError";
  readonly why: RunError;

  constructor(ms: number) {
    super(`The model sent no output for ${ms} ms`);
    const message = `The model sent no output for ${Math.max(1, Math.round(ms / 1000))} s, so the request was ended. Try again, choose another model, or allow a longer silence in Settings → General.`;
    this.why = { code: "timed_out", message };
  }
}

type Watch = {
  maxMs: number;
  /**
   * Called with the time of the last output when the model becomes silent, and with null when it continues.
   */
  tell(since: string | null): void;
};

/**
 * Runs `work` with a signal that also aborts after too long a silence; then throws `SilentModel`. Only output
 * of the model resets the timer, not a server's keep-alive data.
 */
export async function unlessSilent<T>(
  signal: AbortSignal,
  { maxMs, tell }: Watch,
  work: (signal: AbortSignal, onOutput: () => void) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const both = new AbortController();
  let silent: SilentModel | undefined;
  const giveUp = () => {
    silent = new SilentModel(maxMs);
    both.abort(silent);
  };
  let since = Date.now();
  let isReported = false;
  const end = setTimeout(giveUp, maxMs);
  const noticeTimer = setTimeout(
    () => {
      isReported = true;
      tell(new Date(since).toISOString());
    },
    Math.min(NOTICE_AFTER_MS, maxMs / 3),
  );
  const onOutput = () => {
    since = Date.now();
    end.refresh();
    noticeTimer.refresh();
    if (isReported) tell(null);
    isReported = false;
  };
  const pass = () => both.abort(signal.reason);
  signal.addEventListener("abort", pass, { once: true });
  try {
    return await work(both.signal, onOutput);
  } catch (error) {
    throw silent && both.signal.reason === silent ? silent : error;
  } finally {
    if (isReported) tell(null);
    clearTimeout(end);
    clearTimeout(noticeTimer);
    signal.removeEventListener("abort", pass);
  }
}
