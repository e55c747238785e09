import { and, asc, eq, exists, isNull } from "drizzle-orm";
import type { ISql } from "postgres";
import { agents, memoryBlocks, memoryBlockShares as shares } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import {
  type Block,
  type BlockPermission,
  MAX_CONTEXT_BLOCKS,
  type Sharer,
} from "@/lib/shared/memory/memory";
import { db, sql } from "@/lib/store/db";
import { sharedBlocks, spaceForShare } from "@/lib/store/hot/memory-blocks";
import { lockName } from "@/lib/store/locks";
import { publishChange } from "@/lib/store/revisions";
import { KIND, toBlock } from "./block-rows";

export type BlockShare = Sharer & { permission: BlockPermission };

/**
 * Returns blocks that other agents share with this one, by label. Excludes those with the label of an own
 * block. Of several shared blocks with the same label, returns the one that was shared first.
 */
export async function readShared(agentId: string, on: ISql = sql()): Promise<Block[]> {
  const rows = await sharedBlocks(on, agentId);
  return rows.map(({ own, sharedBy, ...row }) => ({
    ...toBlock(row),
    permission: own,
    pinnedAt: null,
    sharedBy,
  }));
}

export const listShares = async (agentId: string, blockId: string): Promise<BlockShare[]> =>
  db()
    .select({ agent: shares.agentId, name: agents.name, permission: shares.permission })
    .from(shares)
    .innerJoin(memoryBlocks, and(eq(memoryBlocks.id, shares.blockId), eq(memoryBlocks.agentId, agentId)))
    .innerJoin(agents, eq(agents.id, shares.agentId))
    .where(and(eq(shares.blockId, blockId), isNull(agents.deletedAt)))
    .orderBy(asc(shares.createdAt));

/**
 * Shares a block with another agent, or changes the permission. Throws an AppError if that agent has such a
 * label or is at its limit of blocks.
 */
export async function shareBlock(
  agentId: string,
  { id, label }: Pick<Block, "id" | "label">,
  other: string,
  permission: BlockPermission,
): Promise<void> {
  await sql().begin(async (tx) => {
    await lockName(tx, `${other} blocks`);
    const [row] = await spaceForShare(tx, agentId, { id, label }, other);
    if (!row?.isThere) throw new AppError("not_found", `The block "${label}" no longer exists.`);
    if (row.isTaken)
      throw new AppError(
        "conflict",
        `That agent already has a block "${label}". Share it under another label.`,
      );
    if (row.blocks >= MAX_CONTEXT_BLOCKS)
      throw new AppError("conflict", `That agent has ${row.blocks} blocks in its prompt, the maximum.`);
    await db(tx)
      .insert(shares)
      .values({ blockId: id, agentId: other, permission })
      .onConflictDoUpdate({ target: [shares.blockId, shares.agentId], set: { permission } });
  });
  tell(agentId, other, label);
}

export async function unshareBlock(
  agentId: string,
  { id, label }: Pick<Block, "id" | "label">,
  other: string,
): Promise<boolean> {
  const own = db()
    .select({ id: memoryBlocks.id })
    .from(memoryBlocks)
    .where(and(eq(memoryBlocks.id, id), eq(memoryBlocks.agentId, agentId)));
  const gone = await db()
    .delete(shares)
    .where(and(eq(shares.blockId, id), eq(shares.agentId, other), exists(own)))
    .returning({ agentId: shares.agentId });
  if (gone.length > 0) tell(agentId, other, label);
  return gone.length > 0;
}

function tell(agentId: string, other: string, name: string): void {
  for (const one of [agentId, other]) publishChange({ agentId: one, kind: KIND, name });
}
