import type { FactSource } from "@/lib/shared/memory/facts";
import type { BlockKind, MemoryLayer } from "@/lib/shared/memory/memory";
import { asJson, sql } from "@/lib/store/db";
import { originsOf } from "@/lib/store/origins";
import { nameOfBlock } from "./memory-blocks";

/** A block or a fact as ranking reads it. */
export type Entry = {
  kind: "block" | "memory";
  id: string;
  /** Of a block: its label and kind; of a fact: its layer. */
  label: string;
  of: BlockKind | MemoryLayer;
  words: string;
  /** How the text of a block begins; nothing of a fact. */
  head: string;
  certainty: number;
  createdAt: string;
};

/** What lies near in meaning: of a message, a block or a fact, with the vector of that piece of it. */
export type Near = {
  conversationId: string | null;
  messageId: string | null;
  blockId: string | null;
  memoryId: string | null;
  part: number;
  vector: Uint8Array;
};

/** The stems of words by a dictionary of Postgres; a word that says nothing in its language has none. By hand: it reads no table. */
export async function stems(
  language: string,
  words: readonly string[],
): Promise<{ word: string; stems: string[] | null }[]> {
  return sql()`
    select word, to_json(ts_lexize(${`${language}_stem`}::regdictionary, word)) as stems
    from json_array_elements_text(${asJson(words)}::json) word`;
}

/** Words of blocks and facts that many hold, of all agents, and how many do; and how many blocks and facts there are. By hand: it reads the catalog. */
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

/** Blocks and facts that a query of words finds, in no order. `kinds` are those of blocks; facts that ended are none. By hand: its conditions are as those of messages. */
export const findEntries = (
  agentId: string,
  { query, blocks, facts, conversationId = null }: EntryScope & { query: string },
  limit: number,
): Promise<Entry[]> => sql()<Entry[]>`
  (select 'block' as kind, id, label, kind as of, words, left(text, ${HEAD}) as head, 1::float8 as certainty, updated_at as "createdAt" from memory_blocks b
    where agent_id = ${agentId} and kind in (select json_array_elements_text(${asJson(blocks)}::json)) and ${wordsAre("block", query)}
    limit ${limit})
  union all
  (select 'memory', id, '', layer, words, '', certainty, created_at from memories f
    where agent_id = ${agentId} and ${isOpenTo(conversationId)} and layer in (select json_array_elements_text(${asJson(facts)}::json))
      and ${wordsAre("memory", query)}
    limit ${limit})`;

export type EntryScope = {
  blocks: readonly string[];
  facts: readonly string[];
  conversationId?: string | null | undefined;
};

/** The same of those with these ids. By hand: it shares its conditions with the statement above. */
export const readEntries = (
  agentId: string,
  ids: readonly string[],
  { blocks, facts, conversationId = null }: EntryScope,
): Promise<Entry[]> => sql()<Entry[]>`
  with wanted as (select x::uuid as id from json_array_elements_text(${asJson(ids)}::json) x)
  select 'block' as kind, b.id, label, kind as of, words, left(text, ${HEAD}) as head, 1::float8 as certainty, updated_at as "createdAt"
  from memory_blocks b join wanted using (id)
  where agent_id = ${agentId} and kind in (select json_array_elements_text(${asJson(blocks)}::json))
  union all
  select 'memory', f.id, '', layer, words, '', certainty, created_at from memories f join wanted using (id)
  where agent_id = ${agentId} and ${isOpenTo(conversationId)} and layer in (select json_array_elements_text(${asJson(facts)}::json))`;

/**
 * What lies nearest to a vector of a model by its signs; where it `isMixed`, what has a vector of another model is
 * not among the nearest. By hand: the order of its common table is what makes the index of signs do.
 */
export const nearest = (
  { agentId, isMessage, model, signs, cells }: Nearness,
  limit: number,
  isMixed: boolean,
): Promise<Near[]> => sql()<Near[]>`
  with near as materialized (
    select id, bit_count(signs # ${signs}::bit(512)) as distance from embeddings
    where agent_id = ${agentId} and is_message = ${isMessage} ${isMixed ? sql()`and model = ${model}` : sql()``}
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
};

/** Words of the agent's texts that are spelled nearly so, the likest first. By hand: it looks each word up by a lateral join. */
export const wordsNear = (agentId: string, words: readonly string[], each: number) => sql()<Like[]>`
  select w.word, l.word as "like" from json_array_elements_text(${asJson(words)}::json) w(word)
  cross join lateral (
    select s.word from search_words s where s.agent_id = ${agentId} and s.word % w.word and s.word <> w.word
    order by similarity(s.word, w.word) desc, s.word limit ${each}) l`;

/** Whether the database can compare words. By hand: it reads the catalog. */
export const findTrigrams = () => sql()`select from pg_extension where extname = 'pg_trgm'`;

export type Like = { word: string; like: string };

/** Characters of the beginning of a text. */
export const HEAD = 160;
/** As the indexes have it. Words are letters and digits, so that none of them means something to the query. */
export function wordsAre(of: "message" | "block" | "memory", query: string) {
  const words = { message: sql()`m.body`, block: sql()`b.words`, memory: sql()`f.words` }[of];
  return sql()`array_to_tsvector(array_remove(string_to_array(${words}, ' '), '')) @@ ${query}::tsquery`;
}

/** Facts that are live, as `fact-list.ts` has it; of a session only what belongs to this one. */
const isOpenTo = (conversationId: string | null) => sql()`
  deleted_at is null and (expires_at is null or expires_at > now() or pinned_at is not null)
  and (layer <> 'session' or f.conversation_id = ${conversationId}::uuid)`;

/** The texts of blocks and facts, and the origins on the web from which they may come. By hand: it joins ids that it reads from JSON. */
export const readEntryTexts = (agentId: string, ids: readonly string[]): Promise<EntryText[]> => sql()<
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
  /** Of a fact. */
  source: FactSource | null;
};
