import { log } from "@/lib/ground/base/log";
import { OverBudget } from "@/lib/models/budget/reserve";
import { explainModelError, retryAt } from "@/lib/models/providers/errors";
import { Late, withDeadline } from "@/lib/shared/abort";
import type { Notice } from "@/lib/shared/notice";
import { isUnreachable, withRetry } from "@/lib/store/unreachable";
import { OverLimit, type StepLimits, timeIsUp, timeLeftMs, type Used } from "./limits";
import { AllFailed } from "./models";
import { SilentModel } from "./silence";

type Bounds = { signal: AbortSignal; used: Used; limits: StepLimits; runId: string };
export type Worked<T> =
  | { ok: true; value: T }
  | { ok: false; why: Omit<Notice, "kind">; kind: Notice["kind"] };

/**
 * Runs model work within the time left for the run. Returns its value, or the notice that explains the
 * failure. Throws if the run is aborted or the database fails.
 */
export async function inTime<T>(
  { signal, used, limits, runId }: Bounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Worked<T>> {
  try {
    return { ok: true, value: await withDeadline(signal, timeLeftMs(used, limits), work) };
  } catch (error) {
    if (error instanceof StoreFailure) throw error.cause;
    if (signal.aborted) throw error;
    if (error instanceof Late) return { ok: false, why: timeIsUp(limits), kind: "limit" };
    if (error instanceof OverBudget || error instanceof OverLimit)
      return { ok: false, why: error.why, kind: "limit" };
    log.warn("A model call failed", error, { run: runId });
    return { ok: false, why: explain(error), kind: "error" };
  }
}

function explain(error: unknown): Omit<Notice, "kind"> {
  if (error instanceof SilentModel) return error.why;
  if (!(error instanceof AllFailed)) return { ...explainModelError(error), retryAt: retryAt(error) };
  const why = explain(error.cause);
  const names = new Intl.ListFormat("en").format(error.fallbackNames);
  return { ...why, message: `${why.message} ${names} failed as well.` };
}

/**
 * Thrown if a model call could not read or store data. Distinguishes database failures from those of the
 * model.
 */
export class StoreFailure extends Error {}

/**
 * Reads data for a model call with retries. If the database stays away, the run later continues from its last
 * save.
 */
export const readForModel = <T>(read: () => Promise<T>): Promise<T> =>
  withRetry(read).catch((cause) => {
    throw isUnreachable(cause) ? new StoreFailure("The database cannot be reached", { cause }) : cause;
  });

/** Thrown if another server has taken the run. Output since the last save is void. */
export class LostRun extends Error {}
