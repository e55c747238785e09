import { log } from "@/lib/log";
import { explainModelError, retryAt } from "@/lib/models/errors";
import { Late, withDeadline } from "@/lib/shared/abort";
import type { Notice } from "@/lib/shared/notice";
import { type Limits, timeIsUp, timeLeftMs, type Used } from "./limits";

type Bounds = { signal: AbortSignal; used: Used; limits: Limits; runId: string };
export type Worked<T> =
  | { ok: true; value: T }
  | { ok: false; why: Omit<Notice, "kind">; kind: Notice["kind"] };

/** What the model works out in the time that its run has left, or why it did not. An abort is thrown. */
export async function inTime<T>(
  { signal, used, limits, runId }: Bounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Worked<T>> {
  try {
    return { ok: true, value: await withDeadline(signal, timeLeftMs(used, limits), work) };
  } catch (error) {
    if (error instanceof NotKept) throw error.cause;
    if (signal.aborted) throw error;
    if (error instanceof Late) return { ok: false, why: timeIsUp(limits), kind: "limit" };
    log.warn("A model call failed", error, { run: runId });
    return { ok: false, why: { ...explainModelError(error), retryAt: retryAt(error) }, kind: "error" };
  }
}

/** What the work had come to could not be stored, which is not the model's failure. */
export class NotKept extends Error {}

/** The run is another server's now: what this one has streamed since the last save does not count. */
export class LostRun extends Error {}
