import { and, eq, sql as raw } from "drizzle-orm";
import type { ISql } from "postgres";
import { memoryBlocks } from "@/drizzle/schema";
import { type Block, type BlockKey, type BlockKind, blockKey, blockName } from "@/lib/shared/memory/memory";
import { db, sql } from "@/lib/store/db";
import { findBlocks, pageOfBlocks } from "@/lib/store/hot/memory-blocks";
import { toBlock } from "./block-rows";
import { readShared } from "./block-shares";

/** Limits of a page: number of blocks, and bytes of their text. */
const PAGE = 200;
const PAGE_BYTES = 1_000_000;
/** Returns the blocks in the order of `keys`, including shared ones; null for unknown keys. */
export async function readBlocks(
  agentId: string,
  keys: readonly BlockKey[],
  on: ISql = sql(),
): Promise<(Block | null)[]> {
  const rows = await findBlocks(on, agentId, keys);
  const found = new Map(rows.map((row) => [blockName(row), toBlock(row)]));
  const others = keys.filter((key) => !key.isArchival && !found.has(blockName(key)));
  if (others.length > 0) {
    const shared = await readShared(agentId, on);
    for (const { label } of others) {
      const block = shared.find((one) => one.label === label);
      if (block) found.set(blockName(block), block);
    }
  }
  return keys.map((key) => found.get(blockName(key)) ?? null);
}

export async function countArchive(agentId: string): Promise<number> {
  const [row] = await db()
    .select({ count: raw<number>`count(*)::int` })
    .from(memoryBlocks)
    .where(and(eq(memoryBlocks.agentId, agentId), raw`${memoryBlocks.kind} = 'archival'`));
  return row?.count ?? 0;
}

/** Lists core and working blocks by label, then archival ones by label. */
export async function listBlocks(
  agentId: string,
  { kind, cursor }: { kind?: BlockKind; cursor?: string } = {},
): Promise<{ blocks: Block[]; nextCursor?: string }> {
  const after = cursor === undefined ? null : blockKey(cursor);
  const rows = await pageOfBlocks(agentId, { kind, after }, { blocks: PAGE, bytes: PAGE_BYTES });
  const own = rows.map(({ left: _, ...row }) => toBlock(row));
  const shared = after || kind === "archival" ? [] : await readShared(agentId);
  const wanted = shared.filter((one) => kind === undefined || one.kind === kind);
  const last = own.at(-1);
  const isMore = own.length < (rows[0]?.left ?? 0);
  const inPrompt = [...own.filter((one) => !one.isArchival), ...wanted];
  const blocks = [
    ...inPrompt.toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    ...own.filter((one) => one.isArchival),
  ];
  return { blocks, ...(last && isMore && { nextCursor: blockName(last) }) };
}
