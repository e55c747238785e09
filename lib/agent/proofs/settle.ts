import { putLive } from "@/lib/agent/trials/put-live";
import { restoreComponent } from "@/lib/code/components/save";
import { restoreTool } from "@/lib/code/tools/save";
import { viewer } from "@/lib/ground/base/acting";
import { AppError } from "@/lib/shared/errors";
import type { ItemProofs, Proof, ProofCase } from "@/lib/shared/proofs/contract";
import { listExamples, type ProvenItem } from "@/lib/store/agents/examples";
import { newestProof, readProof, settleProof } from "@/lib/store/agents/proofs";
import { sql } from "@/lib/store/db";
import { readLive, readVersion } from "@/lib/store/revisions";
import { picturesOf } from "./pictures";

/** Returns the examples of an item, and the proof of the version that waits, otherwise of the live one. */
export async function readItemProofs(item: ProvenItem): Promise<ItemProofs> {
  if ((await liveVersion(item)) === null)
    throw new AppError("not_found", `There is no ${item.kind} "${item.name}".`);
  const [examples, newest] = await Promise.all([listExamples(item), newestProof(item)]);
  const proof = newest && withoutTexts(newest);
  const [before, after] = proof
    ? await Promise.all([readVersion(item, proof.base), readVersion(item, proof.version)])
    : [];
  const isCompared = item.kind === "component" && (proof?.state === "waiting" || proof?.state === "returned");
  const pictures =
    isCompared && (await picturesOf(item, { before: before?.content, after: after?.content, examples }));
  return {
    examples: examples.map(({ origins: _, ...example }) => example),
    ...{ proof, beforeId: before?.id ?? null, afterId: after?.id ?? null },
    ...(pictures && { pictures }),
  };
}

/** Returns a proof without the texts of turns that were tried for another member. */
function withoutTexts({ memberId, cases, ...proof }: Proof & { memberId: string | null }): Proof {
  const isOpen = memberId === null || viewer() === null || viewer() === memberId;
  const hidden = ({ place: _, before, after, ...one }: ProofCase): ProofCase => ({
    ...{ ...one, input: "", before: { ...before, text: "" }, after: { ...after, text: "" } },
  });
  return { ...proof, cases: isOpen ? cases : cases.map(hidden) };
}

/**
 * Puts a version live that waits or went back. A version that waited is then on probation. Throws a conflict if another
 * version went live since its proof.
 */
export async function acceptProof(agentId: string, id: string): Promise<void> {
  const proof = await openProof(agentId, id);
  const { kind, name, base, version, state } = proof;
  const item = { agentId, kind, name };
  const revision = await readVersion(item, version);
  if ((state !== "waiting" && state !== "returned") || !revision?.content)
    throw new AppError("conflict", `Version ${version} of "${name}" does not wait for you any more.`);
  const live = await liveVersion(item);
  if (live !== base) throw changedSince(name, version, live);
  const settled = (used: number) =>
    settleProof(item, id, { state: state === "waiting" ? "probation" : "kept", version: used });
  if (kind === "tool") await settled((await restoreTool(agentId, revision)).version);
  else if (kind === "component") await settled((await restoreComponent(agentId, revision, true)).version);
  else {
    const { content, origins } = revision;
    const by = { author: "restore", cause: { restored: { version } }, origins } as const;
    const used = await putLive(item, { base, content, ...by });
    if (used === null) throw changedSince(name, version, null);
    await settled(used);
  }
}

const changedSince = (name: string, version: number, live: number | null) =>
  new AppError("conflict", `"${name}" changed since version ${version} was tried.`, {
    details: { version: live },
  });

/** Refuses a version that waits, or dismisses a line of the inbox. The agent cannot put its content live again. */
export async function discardProof(agentId: string, id: string): Promise<void> {
  const { kind, name } = await openProof(agentId, id);
  await settleProof({ agentId, kind, name }, id, { state: "discarded" });
}

async function openProof(agentId: string, id: string): Promise<Proof> {
  const proof = await readProof(agentId, id);
  if (!proof)
    throw new AppError(
      "not_found",
      "This proposal was settled already. GET /api/proofs lists the open ones.",
    );
  return proof;
}

async function liveVersion(item: ProvenItem): Promise<number | null> {
  const live = await readLive(sql(), item);
  return live && live.content !== null ? live.version : null;
}
