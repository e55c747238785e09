import type { FactSource } from "@/lib/shared/memory/facts";
import type { BlockKind, MemoryLayer } from "@/lib/shared/memory/memory";
import { asJson, sql } from "@/lib/store/db";
import { originsOf } from "@/lib/store/origins";
import { nameOfBlock } from "./memory-blocks";

export type Entry = {
  kind: "block" | "memory";
  id: string;
  /** Label of a block; empty for a fact. */
  label: string;
  of: BlockKind | MemoryLayer;
  words: string;
  /** Beginning of a block's text; empty for a fact. */
  head: string;
  certainty: number;
  createdAt: string;
};

/** A result of a semantic search: a message, block or fact, with the vector of its matching part. */
export type Near = {
  conversationId: string | null;
  messageId: string | null;
  blockId: string | null;
  memoryId: string | null;
  part: number;
  vector: Uint8Array;
};

/**
 * Returns the stems of words by a Postgres dictionary; an empty array for stop words. Raw SQL: reads no
 * table.
 */
export async function stems(
  language: string,
  words: readonly string[],
): Promise<{ word: string; stems: string[] | null }[]> {
  return sql()`
    select word, to_json(ts_lexize(${`${language}_stem`}::regdictionary, word)) as stems
    from json_array_elements_text(${asJson(words)}::json) word`;
}

/**
 * Returns frequent words of the blocks and facts of all agents with their estimated counts, and the estimated
 * total of rows. Raw SQL: reads the catalog.
 */
export const commonWords = () =>
  sql()<{ all: number; common: { word: string; count: number }[] | null }[]>`
    select (select sum(greatest(reltuples, 0))::float8 from pg_class
        where oid in ('memories'::regclass, 'memory_blocks'::regclass)) as all,
      (select json_agg(json_build_object('word', w.word, 'count', w.part * greatest(c.reltuples, 0)))
        from pg_stats s
          join pg_index i on i.indexrelid = to_regclass(quote_ident(s.schemaname) || '.' || quote_ident(s.tablename))
          join pg_class c on c.oid = i.indrelid
          cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) w(word, part)
        where s.tablename in ('memories_words', 'memory_blocks_words') and w.word is not null) as common`;

/**
 * Finds blocks and facts by a word query, unordered. `blocks` are kinds, `facts` are layers. Excludes expired
 * facts. Raw SQL: shares conditions with messages.
 */
export const findEntries = (
  agentId: string,
  { query, blocks, facts, conversationId = null, projectId }: EntryScope & { query: string },
  limit: number,
): Promise<Entry[]> => sql()<Entry[]>`
  (select 'block' as kind, id, label, kind as of, words, left(text, ${HEAD}) as head, 1::float8 as certainty, updated_at as "createdAt" from memory_blocks b
    where agent_id = ${agentId} and kind in (select json_array_elements_text(${asJson(blocks)}::json)) and ${matchesQuery("block", query)}
    limit ${limit})
  union all
  (select 'memory', id, '', layer, words, '', certainty, created_at from memories f
    where agent_id = ${agentId} and ${isOpenTo(conversationId)} ${andInProject(projectId)} and layer in (select json_array_elements_text(${asJson(facts)}::json))
      and ${matchesQuery("memory", query)}
    limit ${limit})`;

export type EntryScope = {
  blocks: readonly string[];
  facts: readonly string[];
  conversationId?: string | null | undefined;
  /** Only facts of this project; null for facts of none. */
  projectId?: string | null | undefined;
};

/** Like `findEntries`, by ids. Raw SQL: shares its conditions. */
export const readEntries = (
  agentId: string,
  ids: readonly string[],
  { blocks, facts, conversationId = null, projectId }: EntryScope,
): Promise<Entry[]> => sql()<Entry[]>`
  with wanted as (select x::uuid as id from json_array_elements_text(${asJson(ids)}::json) x)
  select 'block' as kind, b.id, label, kind as of, words, left(text, ${HEAD}) as head, 1::float8 as certainty, updated_at as "createdAt"
  from memory_blocks b join wanted using (id)
  where agent_id = ${agentId} and kind in (select json_array_elements_text(${asJson(blocks)}::json))
  union all
  select 'memory', f.id, '', layer, words, '', certainty, created_at from memories f join wanted using (id)
  where agent_id = ${agentId} and ${isOpenTo(conversationId)} ${andInProject(projectId)} and layer in (select json_array_elements_text(${asJson(facts)}::json))`;

/**
 * Finds the embeddings nearest to a vector of `model` by Hamming distance of their sign bits. With `isMixed`,
 * filters by model before the limit rather than after it. Raw SQL: the order in the materialized CTE makes
 * the index on signs apply.
 */
export const nearest = (
  { agentId, isMessage, model, signs, cells, projectId }: Nearness,
  limit: number,
  isMixed: boolean,
): Promise<Near[]> => sql()<Near[]>`
  with near as materialized (
    select id, bit_count(signs # ${signs}::bit(512)) as distance from embeddings
    where agent_id = ${agentId} and is_message = ${isMessage} ${isMixed ? sql()`and model = ${model}` : sql()``}
      ${ofProject(agentId, isMessage, projectId)}
      ${cells ? sql()`and cell in (select x::smallint from json_array_elements_text(${asJson(cells)}::json) x)` : sql()``}
    order by distance limit ${limit}
  )
  select e.conversation_id as "conversationId", e.message_id as "messageId", e.block_id as "blockId", e.memory_id as "memoryId",
    e.part, e.vector
  from near join embeddings e using (id) where e.model = ${model}`;

export type Nearness = {
  agentId: string;
  isMessage: boolean;
  model: string;
  signs: string;
  cells: readonly number[] | null;
  /** Only messages of this project, or facts of it and all blocks; null for facts of no project. */
  projectId?: string | null | undefined;
};

function ofProject(agentId: string, isMessage: boolean, projectId: string | null | undefined) {
  if (projectId === undefined) return sql()``;
  return isMessage
    ? sql()`and conversation_id in (select c.id from conversations c where c.agent_id = ${agentId} and c.project_id = ${projectId}::uuid)`
    : sql()`and (memory_id is null or exists (select from memories f where f.id = memory_id ${andInProject(projectId)}))`;
}

/** Raw SQL: joins ids read from JSON, and reads JSON. */
export const blocksWrittenIn = (agentId: string, ids: readonly string[], projectId: string) => sql()<
  { id: string }[]
>`
  select b.id from json_array_elements_text(${asJson(ids)}::json) x join memory_blocks b on b.id = x::uuid and b.agent_id = ${agentId}
    cross join lateral (
      select r.cause->>'conversationId' as conversation from revisions r
      where r.agent_id = b.agent_id and r.kind = 'block' and r.name = ${nameOfBlock()} and r.live order by r.version desc limit 1) written
    join conversations c on c.id::text = written.conversation and c.project_id = ${projectId}::uuid`;

/**
 * Finds words of the agent's content with a similar spelling, most similar first. Raw SQL: looks up each word
 * in a lateral join.
 */
export const similarWords = (agentId: string, words: readonly string[], each: number) => sql()<Like[]>`
  select w.word, l.word as "like" from json_array_elements_text(${asJson(words)}::json) w(word)
  cross join lateral (
    select s.word from search_words s where s.agent_id = ${agentId} and s.word % w.word and s.word <> w.word
    order by similarity(s.word, w.word) desc, s.word limit ${each}) l`;

/** Checks whether pg_trgm is installed. Raw SQL: reads the catalog. */
export const findTrigrams = () => sql()`select from pg_extension where extname = 'pg_trgm'`;

export type Like = { word: string; like: string };

/** Number of characters in `head`. */
export const HEAD = 160;
/**
 * SQL condition for a word query. The expression must equal that of the indexes. Words consist of letters and
 * digits, so none of them is an operator of the query.
 */
export function matchesQuery(of: "message" | "block" | "memory", query: string) {
  const words = { message: sql()`m.body`, block: sql()`b.words`, memory: sql()`f.words` }[of];
  return sql()`array_to_tsvector(array_remove(string_to_array(${words}, ' '), '')) @@ ${query}::tsquery`;
}

/**
 * SQL condition for live facts, as in `fact-list.ts`, and of session facts only those of this conversation.
 */
const isOpenTo = (conversationId: string | null) => sql()`
  deleted_at is null and (expires_at is null or expires_at > now() or pinned_at is not null)
  and (layer <> 'session' or f.conversation_id = ${conversationId}::uuid)`;

const andInProject = (projectId: string | null | undefined) =>
  projectId === undefined ? sql()`` : sql()`and f.project_id is not distinct from ${projectId}::uuid`;

/**
 * Reads the content of blocks and facts, and the web origins that they may include. Raw SQL: joins ids read
 * from JSON.
 */
export const readEntryContents = (agentId: string, ids: readonly string[]): Promise<EntryText[]> => sql()<
  EntryText[]
>`
  with wanted as (select x::uuid as id from json_array_elements_text(${asJson(ids)}::json) x)
  select b.id, 'block' as kind, ${nameOfBlock()} as name, b.text, null::json as source,
    coalesce((${originsOf(agentId, "block", nameOfBlock())}), '[]') as origins
  from memory_blocks b join wanted using (id) where b.agent_id = ${agentId}
  union all
  select f.id, 'memory', f.id::text, f.content, f.source,
    coalesce((${originsOf(agentId, "memory", sql()`f.id::text`)}), '[]') from memories f join wanted using (id) where f.agent_id = ${agentId}`;
type EntryText = { id: string; kind: "block" | "memory"; name: string; text: string; origins: string[] } & {
  /** Source of a fact; null for a block. */
  source: FactSource | null;
};
