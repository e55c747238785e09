import { restoreComponent } from "@/lib/code/components/save";
import { restoreTool } from "@/lib/code/tools/save";
import { AppError } from "@/lib/shared/errors";
import type { ItemProofs, Proof } from "@/lib/shared/proofs/contract";
import { readAgentTool } from "@/lib/store/agents/agent-tools";
import { readComponent } from "@/lib/store/agents/components";
import { listExamples, type ProvenItem } from "@/lib/store/agents/examples";
import { newestProof, readProof, settleProof } from "@/lib/store/agents/proofs";
import { readVersion } from "@/lib/store/revisions";
import { picturesOf } from "./pictures";

/** Returns the examples of an item, and the proof of the version that waits, otherwise of the live one. */
export async function readItemProofs(item: ProvenItem): Promise<ItemProofs> {
  if ((await liveVersion(item)) === null)
    throw new AppError("not_found", `There is no ${item.kind} "${item.name}".`);
  const [examples, proof] = await Promise.all([listExamples(item), newestProof(item)]);
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
  if (live !== base)
    throw new AppError(
      "conflict",
      `"${name}" changed since version ${version} was tried on version ${base}.`,
      {
        details: { version: live },
      },
    );
  const used =
    kind === "tool" ? await restoreTool(agentId, revision) : await restoreComponent(agentId, revision, true);
  await settleProof(item, id, { state: state === "waiting" ? "probation" : "kept", version: used.version });
}

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

async function liveVersion({ agentId, kind, name }: ProvenItem): Promise<number | null> {
  const live = kind === "tool" ? await readAgentTool(agentId, name) : await readComponent(agentId, name);
  return live?.version ?? null;
}
