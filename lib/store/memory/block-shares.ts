import type { ISql } from "postgres";
import { AppError } from "@/lib/shared/errors";
import {
  type Block,
  type BlockPermission,
  MAX_CONTEXT_BLOCKS,
  type Sharer,
} from "@/lib/shared/memory/memory";
import { sql } from "@/lib/store/db";
import { publishChange } from "@/lib/store/revisions";
import { columns, KIND, type Row, toBlock } from "./block-rows";

export type BlockShare = Sharer & { permission: BlockPermission };

/** Blocks that other agents share with one, by label, those that it has itself aside. Where two share a label, the older share counts. */
export async function readShared(agentId: string, on: ISql = sql()): Promise<Block[]> {
  const rows = await on<(Row & { sharedBy: Sharer; own: BlockPermission })[]>`
    select distinct on (b.label) ${columns(sql()`b.agent_id`)}, s.permission as own,
      json_build_object('agent', o.id, 'name', o.name) as "sharedBy"
    from memory_block_shares s join memory_blocks b on b.id = s.block_id join agents o on o.id = b.agent_id
    where s.agent_id = ${agentId} and b.kind <> 'archival' and o.deleted_at is null
      and not exists (
        select from memory_blocks m where m.agent_id = ${agentId} and m.kind <> 'archival' and m.label = b.label)
    order by b.label, s.created_at`;
  return rows.map(({ own, sharedBy, ...row }) => ({
    ...toBlock(row),
    permission: own,
    pinnedAt: null,
    sharedBy,
  }));
}

/** With whom a block is shared. */
export const listShares = (agentId: string, blockId: string) =>
  sql()<BlockShare[]>`
    select s.agent_id as agent, a.name, s.permission from memory_block_shares s
    join memory_blocks b on b.id = s.block_id and b.agent_id = ${agentId} join agents a on a.id = s.agent_id
    where s.block_id = ${blockId} and a.deleted_at is null order by s.created_at`;

/** Shares a block with another agent, or changes how far. Throws an AppError where that one has such a label, or no room. */
export async function shareBlock(
  agentId: string,
  { id, label }: Pick<Block, "id" | "label">,
  other: string,
  permission: BlockPermission,
): Promise<void> {
  await sql().begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${other} blocks`}, 0))`;
    const [row] = await tx<{ isTaken: boolean; blocks: number; isThere: boolean }[]>`
      select
        exists (select from memory_blocks where agent_id = ${other} and kind <> 'archival' and label = ${label}) or exists (
          select from memory_block_shares s join memory_blocks b on b.id = s.block_id
          where s.agent_id = ${other} and b.label = ${label} and b.id <> ${id}) as "isTaken",
        (select count(*) from memory_blocks where agent_id = ${other} and kind <> 'archival')::int
          + (select count(*) from memory_block_shares where agent_id = ${other} and block_id <> ${id})::int as blocks,
        exists (select from memory_blocks where id = ${id} and agent_id = ${agentId}) as "isThere"`;
    if (!row?.isThere) throw new AppError("not_found", `There is no block "${label}" any more.`);
    if (row.isTaken)
      throw new AppError(
        "conflict",
        `That agent has a block "${label}" already. Share it under another label.`,
      );
    if (row.blocks >= MAX_CONTEXT_BLOCKS)
      throw new AppError(
        "conflict",
        `That agent has ${row.blocks} blocks in its prompt, the most that there can be.`,
      );
    await tx`
      insert into memory_block_shares (block_id, agent_id, permission) values (${id}, ${other}, ${permission})
      on conflict (block_id, agent_id) do update set permission = excluded.permission`;
  });
  tell(agentId, other, label);
}

/** Whether it was shared. */
export async function unshareBlock(
  agentId: string,
  { id, label }: Pick<Block, "id" | "label">,
  other: string,
): Promise<boolean> {
  const gone = await sql()`
    delete from memory_block_shares s using memory_blocks b
    where b.id = s.block_id and b.id = ${id} and b.agent_id = ${agentId} and s.agent_id = ${other} returning s.agent_id`;
  if (gone.length > 0) tell(agentId, other, label);
  return gone.length > 0;
}

function tell(agentId: string, other: string, name: string): void {
  for (const one of [agentId, other]) publishChange({ agentId: one, kind: KIND, name });
}
