import type { Proof } from "@/lib/shared/proofs/contract";
import type { ProvenItem } from "@/lib/store/agents/examples";
import { countFailures, settleProof } from "@/lib/store/agents/proofs";
import type { Run } from "./prove";

/** A probation ends after this many calls. */
const CALLS = 20;
/** Failures among the first calls of a version that return it, if the version before had fewer among its last ones. */
const FAILURES = 2;

type Failed = { input: unknown; before: Run; after: Run; codes: { before: string; after: string } | null };

/**
 * Decides about a version on probation whose call has just failed. Returns why it is worse than the version before, or
 * null. It is worse if the version before succeeds with the same input and this one fails again, both without effects,
 * or if more of its first calls failed. Failures of the network do not count.
 */
export async function regressionOf(
  item: ProvenItem,
  { id, version, base, createdAt }: Proof,
  { input, before, after, codes }: Failed,
  signal: AbortSignal = new AbortController().signal,
): Promise<string | null> {
  const counted = codes && (await countFailures(item, { ...codes, since: createdAt }));
  if (counted && counted.calls > CALLS) {
    await settleProof(item, id, { state: "kept" });
    return null;
  }
  const old = await before(input, signal);
  if (!old.isOutside && old.error === undefined) {
    const again = await after(input, signal);
    if (!again.isOutside && again.error !== undefined)
      return `Version ${version} failed where version ${base} succeeds: ${again.error.split("\n", 1)[0]}`;
  }
  if (!counted || counted.failed < FAILURES || counted.failed <= counted.failedBefore) return null;
  return `${counted.failed} of the first ${Math.min(counted.calls, 10)} calls of version ${version} failed; of the last calls of version ${base}, ${counted.failedBefore}`;
}
