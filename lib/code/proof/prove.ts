import pLimit from "p-limit";
import type { Expected, ProofCase, Verdict } from "@/lib/shared/proofs/contract";
import { isSame, outcomeOf, type Replay, shownJson, verdictOf } from "./compare";

/** Maximum milliseconds of a proof. Cases that have not begun by then are skipped. */
const MAX_MS = 15_000;
const AT_ONCE = 2;

export type Trial = {
  of: ProofCase["of"];
  input: unknown;
  expected?: Expected;
};
export type Proving = { verdict: Verdict; cases: ProofCase[] };
/** Runs one version of an item without effects. */
export type Run = (input: unknown, signal: AbortSignal) => Promise<Replay>;

const NOT_TRIED: Replay = { isOutside: true, ms: 0 };

/** Runs the old and the new version on the same inputs, without effects, and compares them. */
export async function prove(
  trials: readonly Trial[],
  { before, after }: { before: Run; after: Run },
  signal: AbortSignal = new AbortController().signal,
): Promise<Proving> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  const run = (of: Run, input: unknown) => (until.aborted ? NOT_TRIED : of(input, until));
  const limit = pLimit(AT_ONCE);
  const cases = await Promise.all(trials.map((trial) => limit(() => tryOne(trial, run, { before, after }))));
  signal.throwIfAborted();
  return { verdict: verdictOf(cases), cases };
}

async function tryOne(
  { of, input, expected }: Trial,
  run: (of: Run, input: unknown) => Replay | Promise<Replay>,
  { before, after }: { before: Run; after: Run },
): Promise<ProofCase> {
  const old = await run(before, input);
  let changed = await run(after, input);
  // A failure may be due to a busy machine, so that it counts only if it happens twice.
  if (changed.error !== undefined && !changed.isOutside && passes(old, expected))
    changed = await run(after, input);
  return {
    ...{ of, input: shownJson(input) },
    ...{ before: outcomeOf(old, expected), after: outcomeOf(changed, expected) },
    isChanged: await isChanged(old, changed, () => run(before, input)),
  };
}

const passes = (replay: Replay, expected?: Expected) => outcomeOf(replay, expected).state === "passed";

/** Results that differ between two runs of the old version, such as a time, are no change. */
async function isChanged(
  old: Replay,
  changed: Replay,
  again: () => Replay | Promise<Replay>,
): Promise<boolean> {
  if (old.error !== undefined || old.isOutside) return false;
  if (changed.isOutside) return changed.error !== undefined;
  if (changed.error !== undefined || isSame(old, changed)) return false;
  return isSame(old, await again());
}
