import { and, eq, exists, gt, isNull, lt, sql as raw } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { agents, embeddings, searchQueue } from "@/drizzle/schema";
import { asJson, db, sql } from "@/lib/store/db";

/** A message, a block or a fact; only its ids are set. */
export type Subject = {
  conversationId: string | null;
  messageId: string | null;
  blockId: string | null;
  memoryId: string | null;
};
/**
 * Changed content to index. `text` or `parts` has the current content; both are null if it was deleted or
 * forgotten.
 */
export type Queued = Subject & { ids: string[]; agentId: string; text: string | null; parts: unknown };

export type NewEmbedding = Subject & {
  agentId: string;
  part: number;
  model: string;
  cell: number;
  signs: string;
  vector: Buffer;
};

/**
 * Returns the newest queued items, each once, except those of the agents `without` and of replayed turns. For
 * parts larger than `READ_BYTES`, `text` has the words instead.
 */
export async function readSearchQueue(limit: number, without: readonly string[] = []): Promise<Queued[]> {
  return [
    ...(await sql()<Queued[]>`
    with next as (
      select * from search_queue
      where gone is null and agent_id not in (select x::uuid from json_array_elements_text(${asJson(without)}::json) x)
        and not exists (select from rehearsals r where r.agent_id = search_queue.agent_id and r.cause->>'kind' = 'replay')
      order by id desc limit ${limit}
    ),
    thing as (
      select agent_id, conversation_id, message_id, block_id, memory_id, json_agg(id::text) as ids, max(id) as newest
      from next group by agent_id, conversation_id, message_id, block_id, memory_id
    )
    select t.ids, t.agent_id as "agentId", t.conversation_id as "conversationId", t.message_id as "messageId",
      t.block_id as "blockId", t.memory_id as "memoryId",
      case when pg_column_size(m.parts) >= ${READ_BYTES} then m.body else coalesce(b.text, f.content) end as text,
      case when pg_column_size(m.parts) < ${READ_BYTES} then m.parts end as parts
    from thing t
      left join messages m on m.conversation_id = t.conversation_id and m.id = t.message_id
      left join memory_blocks b on b.id = t.block_id
      left join memories f on f.id = t.memory_id and f.deleted_at is null
    order by t.newest desc`),
  ];
}

const READ_BYTES = 300_000;

/** Replaces the embeddings of items. Skips items that no longer exist. */
export async function writeEmbeddings(
  items: readonly Subject[],
  rows: readonly NewEmbedding[],
): Promise<void> {
  const added = rows.map(({ vector, ...row }) => ({ ...row, vector: vector.toString("hex") }));
  await sql().begin(async (tx) => {
    await tx`
      delete from embeddings e using json_to_recordset(${asJson(items)}::json) as t("conversationId" uuid, "messageId" text, "blockId" uuid, "memoryId" uuid)
      where (e.conversation_id = t."conversationId" and e.message_id = t."messageId") or e.block_id = t."blockId" or e.memory_id = t."memoryId"`;
    if (added.length === 0) return;
    await tx`
      insert into embeddings (agent_id, conversation_id, message_id, block_id, memory_id, part, model, cell, signs, vector)
      select r."agentId", r."conversationId", r."messageId", r."blockId", r."memoryId", r.part, r.model, r.cell,
        r.signs::bit(512), decode(r.vector, 'hex')
      from json_to_recordset(${asJson(added)}::json) as r("agentId" uuid, "conversationId" uuid, "messageId" text, "blockId" uuid,
        "memoryId" uuid, part int, model text, cell smallint, signs text, vector text)
      where exists (select from messages m where m.conversation_id = r."conversationId" and m.id = r."messageId")
        or exists (select from memory_blocks b where b.id = r."blockId")
        or exists (select from memories f where f.id = r."memoryId" and f.deleted_at is null)
      on conflict do nothing`;
  });
}

export async function addSearchWords(words: readonly { agentId: string; word: string }[]): Promise<void> {
  if (words.length === 0) return;
  await sql()`
    insert into search_words (agent_id, word)
    select distinct w."agentId", w.word from json_to_recordset(${asJson(words)}::json) as w("agentId" uuid, word text)
    order by 1, 2 on conflict do nothing`;
}

export async function finishIndexing(ids: readonly string[]): Promise<void> {
  await db()
    .delete(searchQueue)
    .where(
      raw`${searchQueue.id} in (select x::bigint from json_array_elements_text(${asJson(ids)}::json) x)`,
    );
}

/**
 * Removes the words of deleted or changed content from the list of words, unless other content of the agent
 * has them. Keeps the most common words without checking. Returns the number of processed items; 0 if none is
 * left.
 */
export async function deleteUnusedWords(limit: number): Promise<number> {
  const holds = (of: "messages" | "memory_blocks" | "memories" | "file_passages") => sql()`
    select from ${sql()(of)} t where t.agent_id = s.agent_id
      and array_to_tsvector(array_remove(string_to_array(${sql()(of === "messages" ? "body" : "words")}, ' '), '')) @@ quote_literal(s.word)::tsquery`;
  const [row] = await sql()<{ count: number }[]>`
    with gone as (
      delete from search_queue where id in (select id from search_queue where gone is not null order by id limit ${limit})
      returning agent_id, gone
    ), unsaid as (
      delete from search_words s using (
        select distinct g.agent_id, w.word from gone g cross join lateral string_to_table(g.gone, ' ') w(word)
      ) w
      where s.agent_id = w.agent_id and s.word = w.word
        and s.word not in (select unnest(most_common_elems::text::text[]) from pg_stats where tablename = 'messages_words')
        and not exists (${holds("memories")} and t.deleted_at is null) and not exists (${holds("memory_blocks")}) and not exists (${holds("file_passages")})
        and not exists (${holds("messages")})
    )
    select count(*)::int as count from gone`;
  return row?.count ?? 0;
}

export async function readEmbeddedAgents(): Promise<string[]> {
  const ofAgent = db()
    .select({ id: embeddings.id })
    .from(embeddings)
    .where(eq(embeddings.agentId, agents.id));
  const rows = await db().select({ id: agents.id }).from(agents).where(exists(ofAgent));
  return rows.map(({ id }) => id);
}

/** Queues items whose embedding is from another model. Returns their number; 0 if none is left. */
export async function queueOtherModels(agentId: string, model: string, limit: number): Promise<number> {
  const rows = await sql()`
    with old as (
      select distinct agent_id, conversation_id, message_id, block_id, memory_id from (
        (select * from embeddings where agent_id = ${agentId} and model < ${model} limit ${limit}) union all
        (select * from embeddings where agent_id = ${agentId} and model > ${model} limit ${limit})) e
    )
    insert into search_queue (agent_id, conversation_id, message_id, block_id, memory_id) select * from old returning id`;
  return rows.length;
}

/** Counts items of an agent that wait to be indexed, or to be embedded by this model, up to `max`. */
export async function countSearchQueue(agentId: string, model: string, max: number): Promise<number> {
  const isAnother = (is: typeof lt | typeof gt) =>
    db()
      .select({ one })
      .from(embeddings)
      .where(and(eq(embeddings.agentId, agentId), is(embeddings.model, model)))
      .limit(max);
  const waiting = unionAll(
    db()
      .select({ one })
      .from(searchQueue)
      .where(and(eq(searchQueue.agentId, agentId), isNull(searchQueue.gone)))
      .limit(max),
    // Query models before and after this one, because the index on models does not support `<>`.
    isAnother(lt),
    isAnother(gt),
  ).as("waiting_things");
  const [row] = await db()
    .select({ count: raw<number>`least(count(*), ${max}::int)::int` })
    .from(waiting);
  return row?.count ?? 0;
}

const one = raw<number>`1`.as("one");
