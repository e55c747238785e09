import { inRequest } from "@/lib/ground/base/acting";
import { log } from "@/lib/ground/base/log";
import type { Proof } from "@/lib/shared/proofs/contract";
import { settleProof } from "@/lib/store/agents/proofs";
import { listTriedOnProbation } from "@/lib/store/agents/trials";
import { listTurns, type Turn } from "@/lib/store/loop/turns";
import { readVersion } from "@/lib/store/revisions";
import { EXCUSED } from "./excused";
import { outcomeOfTurn } from "./outcome";
import { putLive } from "./put-live";
import { sinceVersion, usedVersion } from "./used";

/** A probation ends after this many turns. */
const TURNS = 20;
/** The first turns with a new version, and the last ones with the version before, whose failures are compared. */
const FEW = 10;
/** Failures among the first turns that return a version. A single one returns it if this many turns before had none. */
const FAILURES = 2;
const FAULTLESS = 3;

/**
 * Examines the versions on probation after a turn in which something failed. Puts the version before live again if more of
 * the first turns fail than before. Never throws.
 */
export const watchTurn = (agentId: string): Promise<void> =>
  // The system decides, not the member whose turn it was.
  inRequest(async () => {
    try {
      for (const proof of await listTriedOnProbation(agentId)) await watch(proof);
    } catch (error) {
      log.error("A version on probation was not examined", error, { agent: agentId });
    }
  });

async function watch({ agentId, kind, name, id, version, base }: Proof): Promise<void> {
  const item = { agentId, kind, name };
  const [before, live] = await Promise.all([readVersion(item, base), readVersion(item, version)]);
  if (!before || !live || before.content === null) return;
  const turns = await turnsOf(live, { since: live.createdAt, order: "oldest", limit: TURNS + 1 });
  if (turns.length > TURNS) {
    await settleProof(item, id, { state: "kept" });
    return;
  }
  const last = await turnsOf(before, {
    ...sinceVersion(before),
    before: live.createdAt,
    order: "newest",
    limit: FEW,
  });
  const first = turns.slice(0, FEW);
  const [failed, failedBefore] = await Promise.all([countFailed(agentId, first), countFailed(agentId, last)]);
  const isWorse =
    failed > failedBefore && (failed >= FAILURES || (failedBefore === 0 && last.length >= FAULTLESS));
  if (!isWorse) return;
  const reason = `${failed} of the first ${first.length} turns with version ${version} failed; of the last ${last.length} with version ${base}, ${failedBefore}`;
  const { content, origins } = before;
  const cause = { returned: { version: base, from: version } };
  const back = await putLive(item, { base: version, content, origins, author: "restore", cause });
  if (back !== null) await settleProof(item, id, { state: "returned", base: back, reason });

  async function turnsOf(
    { content }: { content: unknown },
    which: Pick<Parameters<typeof listTurns>[0], "since" | "before" | "order" | "limit">,
  ) {
    const used = usedVersion(kind, name, content);
    return used ? listTurns({ agentId, used, excused: EXCUSED, ...which }) : [];
  }
}

async function countFailed(agentId: string, turns: readonly Turn[]): Promise<number> {
  const outcomes = await Promise.all(turns.map((turn) => outcomeOfTurn(agentId, turn)));
  return outcomes.filter(({ state }) => state === "failed").length;
}
