import type { RunError } from "@/lib/store/loop/run-context";

/** After this long without a word the person is shown that the model is silent. */
const TOLD_MS = 20_000;

/** A model said nothing for longer than it may. Timed out, as far as providers' failures are told apart. */
export class SilentModel extends Error {
  override readonly name = "TimeoutError";
  readonly why: RunError;

  constructor(ms: number) {
    super(`The model said nothing for ${ms} ms`);
    const message = `The model has said nothing for ${Math.max(1, Math.round(ms / 1000))} s, so it was not waited for any longer. Try again, choose another model, or allow a longer silence in Settings → General.`;
    this.why = { code: "timed_out", message };
  }
}

type Watch = {
  maxMs: number;
  /** Is told since when nothing was said, and of the next word by null. */
  tell(since: string | null): void;
};

/**
 * Gives `work` a signal that also aborts when nothing was heard for too long; then it throws SilentModel. Only words of the
 * model count as heard: what a server sends to keep the connection does not.
 */
export async function unlessSilent<T>(
  signal: AbortSignal,
  { maxMs, tell }: Watch,
  work: (signal: AbortSignal, heard: () => void) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const both = new AbortController();
  let silent: SilentModel | undefined;
  const giveUp = () => {
    silent = new SilentModel(maxMs);
    both.abort(silent);
  };
  let since = Date.now();
  let isTold = false;
  const end = setTimeout(giveUp, maxMs);
  const told = setTimeout(
    () => {
      isTold = true;
      tell(new Date(since).toISOString());
    },
    Math.min(TOLD_MS, maxMs / 3),
  );
  const heard = () => {
    since = Date.now();
    end.refresh();
    told.refresh();
    if (isTold) tell(null);
    isTold = false;
  };
  const pass = () => both.abort(signal.reason);
  signal.addEventListener("abort", pass, { once: true });
  try {
    return await work(both.signal, heard);
  } catch (error) {
    throw silent && both.signal.reason === silent ? silent : error;
  } finally {
    if (isTold) tell(null);
    clearTimeout(end);
    clearTimeout(told);
    signal.removeEventListener("abort", pass);
  }
}
