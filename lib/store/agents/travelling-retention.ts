import type { Sql, TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import { KIND } from "@/lib/store/memory/block-rows";
import { publishChange } from "@/lib/store/revisions";

/** What is pinned goes into an agent's file and comes from one, and so does the end of facts. */
export const pinnedBlocks = (agentId: string) => (on: Sql) =>
  on`
  select label from memory_blocks where agent_id = ${agentId} and kind <> 'archival' and pinned_at is not null
  order by label collate "C"`;

/** Facts of a conversation end with it, and stay where it is. */
export const factsToKeep = (agentId: string) => (on: Sql) =>
  on`
  select id, pinned_at is not null as pinned,
    to_json(date_trunc('milliseconds', expires_at) at time zone 'UTC')#>>'{}' || 'Z' as "expiresAt"
  from memories
  where agent_id = ${agentId} and deleted_at is null and layer <> 'session' and (pinned_at is not null or expires_at is not null)
  order by id`;

/** The labels of pinned blocks, and by layer and hash whether a fact is pinned. */
export async function readPinned(agentId: string) {
  const [blocks, facts] = await Promise.all([
    sql()<{ label: string }[]>`
      select label from memory_blocks where agent_id = ${agentId} and kind <> 'archival' and pinned_at is not null`,
    sql()<{ key: string; pinned: boolean }[]>`
      select layer || ' ' || content_hash as key, pinned_at is not null as pinned from memories
      where agent_id = ${agentId} and deleted_at is null and layer <> 'session'`,
  ]);
  return {
    blocks: new Set(blocks.map(({ label }) => label)),
    facts: new Map(facts.map(({ key, pinned }) => [key, pinned] as const)),
  };
}

/** A fact by what it says. */
export type Coming = {
  layer: string;
  hash: string;
  pinned: boolean;
  expiresAt: string | null;
  isNew: boolean;
};

/** Pins what a file has pinned; gives what tells others of it once that is done. A fact that the file has brought ends when it says, if that is to come, and never later than one said now. */
export async function bringRetention(
  tx: TransactionSql,
  agentId: string,
  { blocks, facts }: { blocks: readonly string[]; facts: readonly Coming[] },
): Promise<() => void> {
  await tx`
    update memory_blocks set pinned_at = coalesce(pinned_at, now())
    where agent_id = ${agentId} and kind <> 'archival' and label in (select json_array_elements_text(${asJson(blocks)}::json))`;
  await tx`
    update memories m set
      pinned_at = case when g.pinned then coalesce(m.pinned_at, now()) else m.pinned_at end,
      expires_at = case when g."isNew" and g."expiresAt" > now() and m.expires_at is not null
        then least(m.expires_at, g."expiresAt") else m.expires_at end
    from json_to_recordset(${asJson(facts)}::json)
      as g(layer text, hash text, pinned boolean, "expiresAt" timestamptz, "isNew" boolean)
    where m.agent_id = ${agentId} and m.deleted_at is null and m.layer <> 'session' and m.layer = g.layer
      and m.content_hash = g.hash`;
  return () => {
    for (const name of blocks) publishChange({ agentId, kind: KIND, name });
  };
}
