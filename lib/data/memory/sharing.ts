import { AppError } from "@/lib/shared/errors";
import type { Block, BlockPermission } from "@/lib/shared/memory/memory";
import { resolveCallTarget } from "@/lib/store/agents/agents";
import { type BlockShare, listShares, shareBlock, unshareBlock } from "@/lib/store/memory/block-shares";

/**
 * Shares a block with another agent. That agent reads the block in its prompt, and may change it within the
 * permission. Returns all shares of the block.
 */
export async function shareWith(
  agentId: string,
  block: Block,
  recipient: string,
  permission: BlockPermission,
): Promise<BlockShare[]> {
  assertOwn(block);
  if (block.isArchival)
    throw new AppError(
      "invalid",
      `"${block.label}" is in the archive; only blocks of the prompt are shared.`,
    );
  const other = await resolveCallTarget(agentId, recipient);
  if (other === agentId)
    throw new AppError("invalid", "agent: A block can only be shared with another agent.");
  await shareBlock(agentId, block, other, permission);
  return listShares(agentId, block.id);
}

export async function unshareWith(agentId: string, block: Block, recipient: string): Promise<BlockShare[]> {
  assertOwn(block);
  const other = await resolveCallTarget(agentId, recipient);
  if (!(await unshareBlock(agentId, block, other)))
    throw new AppError("not_found", `"${block.label}" is not shared with that agent.`);
  return listShares(agentId, block.id);
}

function assertOwn({ label, sharedBy }: Block): void {
  if (sharedBy)
    throw new AppError("forbidden", `"${label}" belongs to ${sharedBy.name}: only that agent can share it.`);
}
