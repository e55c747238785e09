import type { TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import type { MemoryRow } from "@/lib/store/rows";

type Fact = Pick<
  MemoryRow,
  | ("id" | "agentId" | "layer" | "conversationId" | "content" | "words" | "contentHash" | "category")
  | ("certainty" | "source" | "version")
>;

/**
 * Writes a fact as it is now; a session's only while its conversation is there. By hand: it inserts what it selects where
 * something is in another table.
 */
export const writeFact = (tx: TransactionSql, fact: Fact) => tx`
  insert into memories (id, agent_id, layer, conversation_id, content, words, content_hash, category, certainty, source, version)
  select ${fact.id}, ${fact.agentId}, ${fact.layer}, ${fact.conversationId}::uuid, ${fact.content}, ${fact.words}, ${fact.contentHash},
    ${fact.category}, ${fact.certainty}, ${fact.source ? asJson(fact.source) : null}::json, ${fact.version}
  where ${fact.conversationId}::uuid is null or exists (
    select from conversations where id = ${fact.conversationId}::uuid and agent_id = ${fact.agentId})
  on conflict (id) do update set layer = excluded.layer, conversation_id = excluded.conversation_id, content = excluded.content,
    words = excluded.words, content_hash = excluded.content_hash, category = excluded.category, certainty = excluded.certainty,
    source = excluded.source, version = excluded.version, deleted_at = null, updated_at = now(), extensions = 0
  where memories.agent_id = excluded.agent_id`;

/** Deletes facts that were forgotten so long ago, with all their versions. By hand: it writes in a CTE. */
export const deleteForgotten = (days: number, limit: number) => sql()`
  with old as (
    select agent_id, id from memories where deleted_at < now() - ${days} * interval '1 day' limit ${limit}
  ), versions as (
    delete from revisions r using old where r.agent_id = old.agent_id and r.kind = 'memory' and r.name = old.id::text
  )
  delete from memories m using old where m.id = old.id`;
