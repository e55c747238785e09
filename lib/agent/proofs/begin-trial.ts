import { actingMember } from "@/lib/ground/base/acting";
import { AppError } from "@/lib/shared/errors";
import { OWNER_ID } from "@/lib/shared/members/roles";
import type { ProvenItem } from "@/lib/store/agents/examples";
import { newestProof } from "@/lib/store/agents/proofs";
import { beginTrial } from "@/lib/store/agents/trials";
import { sql } from "@/lib/store/db";
import { readLive, readLiveBefore } from "@/lib/store/revisions";

/**
 * Lets a background job try the newest change of an item on recent turns of the acting member: the version that waits,
 * otherwise the live one. The version keeps its state.
 */
export async function tryNewest(item: ProvenItem): Promise<void> {
  const memberId = actingMember() ?? OWNER_ID;
  const proof = await newestProof(item);
  if (proof?.state === "waiting" || proof?.state === "returned") {
    await begin({ version: proof.version, base: proof.base, after: proof.state });
    return;
  }
  const live = await readLive(sql(), item);
  const before = live && (await readLiveBefore(sql(), item, live.version));
  if (!live || live.content === null || !before || before.content === null)
    throw new AppError(
      "conflict",
      `"${item.name}" has no earlier version with which a change can be compared.`,
    );
  const after = proof?.state === "probation" ? "probation" : "kept";
  await begin({ version: live.version, base: before.version, after });

  async function begin(trial: Omit<Parameters<typeof beginTrial>[1], "memberId">): Promise<void> {
    if (await beginTrial(item, { ...trial, memberId })) return;
    throw new AppError("conflict", `"${item.name}" is being tried already.`);
  }
}
