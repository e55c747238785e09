import { and, eq, isNotNull, isNull, sql as raw } from "drizzle-orm";
import type { Sql, TransactionSql } from "postgres";
import { memories, memoryBlocks } from "@/drizzle/schema";
import { asJson, db } from "@/lib/store/db";
import { type Coming, keepFacts } from "@/lib/store/hot/facts";
import { KIND } from "@/lib/store/memory/block-rows";
import { publishChange } from "@/lib/store/revisions";

/** Query for the labels of pinned blocks, which an agent file contains. */
export const pinnedBlocks = (agentId: string) => (on: Sql) =>
  on`
  select label from memory_blocks where agent_id = ${agentId} and kind <> 'archival' and pinned_at is not null
  order by label collate "C"`;

/**
 * Query for facts that are pinned or expire. Excludes session facts, which end with their conversation and
 * are not exported.
 */
export const factsToKeep = (agentId: string) => (on: Sql) =>
  on`
  select id, pinned_at is not null as pinned,
    to_json(date_trunc('milliseconds', expires_at) at time zone 'UTC')#>>'{}' || 'Z' as "expiresAt"
  from memories
  where agent_id = ${agentId} and deleted_at is null and layer <> 'session' and (pinned_at is not null or expires_at is not null)
  order by id`;

/** Returns the labels of pinned blocks, and for each fact whether it is pinned, by `layer hash`. */
export async function readPinned(agentId: string) {
  const [blocks, facts] = await Promise.all([
    db()
      .select({ label: memoryBlocks.label })
      .from(memoryBlocks)
      .where(and(isInContext(agentId), isNotNull(memoryBlocks.pinnedAt))),
    db()
      .select({
        key: raw<string>`${memories.layer} || ' ' || ${memories.contentHash}`,
        pinned: raw<boolean>`${memories.pinnedAt} is not null`,
      })
      .from(memories)
      .where(
        and(eq(memories.agentId, agentId), isNull(memories.deletedAt), raw`${memories.layer} <> 'session'`),
      ),
  ]);
  return {
    blocks: new Set(blocks.map(({ label }) => label)),
    facts: new Map(facts.map(({ key, pinned }) => [key, pinned] as const)),
  };
}

/** A literal instead of a parameter, so that the planner uses the partial index of non-archival blocks. */
const isInContext = (agentId: string) =>
  and(eq(memoryBlocks.agentId, agentId), raw`${memoryBlocks.kind} <> 'archival'`);

export type { Coming };

/**
 * Pins the items that are pinned in a file. Imported facts expire at the file's time if it is in the future and
 * earlier than their own expiry. Returns a function that publishes the changes; call it after the commit.
 */
export async function importRetention(
  tx: TransactionSql,
  agentId: string,
  { blocks, facts }: { blocks: readonly string[]; facts: readonly Coming[] },
): Promise<() => void> {
  const isNamed = raw`${memoryBlocks.label} in (select json_array_elements_text(${asJson(blocks)}::json))`;
  await db(tx)
    .update(memoryBlocks)
    .set({ pinnedAt: raw`coalesce(${memoryBlocks.pinnedAt}, now())` })
    .where(and(isInContext(agentId), isNamed));
  await keepFacts(tx, agentId, facts);
  return () => {
    for (const name of blocks) publishChange({ agentId, kind: KIND, name });
  };
}
