import type { FactSource } from "@/lib/shared/facts";
import type { BlockKind, MemoryLayer } from "@/lib/shared/memory";
import { KIND, nameOfBlock } from "./block-rows";
import { asJson, sql } from "./db";
import { isLive } from "./fact-list";
import { originsOf } from "./origins";
import type { MessageRow } from "./rows";

/** What limits a search among messages: their time, who wrote them, and a conversation that is left out. */
export type MessageScope = {
  agentId: string;
  from?: string | undefined;
  to?: string | undefined;
  role?: MessageRow["role"] | undefined;
  /** A conversation that is left out. */
  except?: string | undefined;
};

/** A message as ranking reads it: `words` are its words, each once; `head` is how its text begins. */
export type Turn = Pick<MessageRow, "conversationId" | "id" | "position" | "role" | "createdAt"> & {
  words: string;
  head: string | null;
};

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

/** The stems of words by a dictionary of Postgres; a word that says nothing in its language has none. */
export async function stems(
  language: string,
  words: readonly string[],
): Promise<{ word: string; stems: string[] | null }[]> {
  return sql()`
    select word, to_json(ts_lexize(${`${language}_stem`}::regdictionary, word)) as stems
    from json_array_elements_text(${asJson(words)}::json) word`;
}

/** Roughly how many messages there are, of all agents; exactly nothing is known of it before the table was looked at. */
export async function estimateMessages(): Promise<number> {
  const [row] = await sql()<{ rows: number }[]>`
    select reltuples::float8 as rows from pg_class where oid = 'messages'::regclass`;
  return Math.max(row?.rows ?? 0, 0);
}

/** Words of blocks and facts that many hold, of all agents, and how many do; and how many blocks and facts there are. */
export async function readCommonWords(): Promise<{ all: number; common: { word: string; count: number }[] }> {
  const [row] = await sql()<{ all: number; common: { word: string; count: number }[] | null }[]>`
    select (select sum(greatest(reltuples, 0))::float8 from pg_class
        where oid in ('memories'::regclass, 'memory_blocks'::regclass)) as all,
      (select json_agg(json_build_object('word', w.word, 'count', w.part * greatest(c.reltuples, 0)))
        from pg_stats s
          join pg_index i on i.indexrelid = to_regclass(quote_ident(s.schemaname) || '.' || quote_ident(s.tablename))
          join pg_class c on c.oid = i.indrelid
          cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) w(word, part)
        where s.tablename in ('memories_words', 'memory_blocks_words') and w.word is not null) as common`;
  return { all: row?.all ?? 0, common: row?.common ?? [] };
}

/** How many messages a query of words would find, as the planner expects it. */
export async function expectedMessages(query: string): Promise<number> {
  const [row] = await sql()<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }[]>`
    explain (format json) select from messages m where ${wordsAre("message", query)}`;
  return row?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/**
 * Messages that a query of words finds, in no order. It is planned for these very words: the index is slow for what nearly
 * all messages hold, of which the first ones are read as they lie.
 */
export const findTurns = (scope: MessageScope, query: string, limit: number): Promise<Turn[]> =>
  sql()
    .begin((tx) => [
      tx`set local plan_cache_mode = force_custom_plan`,
      tx<Turn[]>`
        select ${turn()} from messages m
        where m.agent_id = ${scope.agentId} and m.active and ${wordsAre("message", query)} ${within(scope)} limit ${limit}`,
    ])
    .then(([, rows]) => toTurns(rows as Turn[]));

/** The messages of these places, and so many around each that are shown; those of conversations that are deleted are left out. */
export const findAround = (
  scope: MessageScope,
  places: readonly { conversationId: string; id: string }[],
  around: number,
): Promise<Turn[]> =>
  sql()<Turn[]>`
  with place as (
    select m.conversation_id, m.position
    from json_to_recordset(${asJson(places)}::json) as p("conversationId" uuid, id text)
      join messages m on m.conversation_id = p."conversationId" and m.id = p.id and m.active
      join conversations c on c.id = m.conversation_id and c.deleted_at is null
    where m.agent_id = ${scope.agentId} ${within({ agentId: scope.agentId, except: scope.except })}
  ), near as (
    select n.id, place.conversation_id from place cross join lateral (
      (select id from messages where conversation_id = place.conversation_id and active and position <= place.position
        order by position desc limit ${around + 1})
      union all
      (select id from messages where conversation_id = place.conversation_id and active and position > place.position
        order by position limit ${around})) n
  )
  select ${turn()} from (select distinct * from near) near
    join messages m on m.conversation_id = near.conversation_id and m.id = near.id
  order by m.conversation_id, m.position`.then(toTurns);

/** Blocks and facts that a query of words finds, in no order. `kinds` are those of blocks; facts that ended are none. */
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

/** The same of those with these ids. */
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
 * What lies nearest to a vector of a model by its signs, nearest first; what has one of another model is not among it. Where
 * there is very much, only the `cells` are looked through in which it most likely lies.
 */
export async function findNear(nearness: Nearness, limit: number): Promise<Near[]> {
  const near = await nearest(nearness, limit, false);
  // The index knows no models: while texts are embedded anew by another one, those of the old one may take the places.
  return near.length < limit ? nearest(nearness, limit, true) : near;
}

const nearest = (
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

type Nearness = {
  agentId: string;
  isMessage: boolean;
  model: string;
  signs: string;
  cells: readonly number[] | null;
};

/** Words of the agent's texts that are spelled nearly so, the likest first; none where the database cannot compare. */
export async function wordsLike(agentId: string, words: readonly string[], each: number): Promise<Like[]> {
  const [known] = await sql()`select from pg_extension where extname = 'pg_trgm'`;
  if (!known || words.length === 0) return [];
  return sql()<Like[]>`
    select w.word, l.word as "like" from json_array_elements_text(${asJson(words)}::json) w(word)
    cross join lateral (
      select s.word from search_words s where s.agent_id = ${agentId} and s.word % w.word and s.word <> w.word
      order by similarity(s.word, w.word) desc, s.word limit ${each}) l`;
}
type Like = { word: string; like: string };

/** What is shown of results. What is larger than `READ_BYTES` is told by its words. */
export const readShown = (
  agentId: string,
  turns: readonly { conversationId: string; id: string }[],
): Promise<Shown[]> => sql()<Shown[]>`
  select m.conversation_id as "conversationId", m.id, c.title, to_json(c.read_web) as "readWeb", m.body, case when pg_column_size(m.parts) < ${READ_BYTES} then m.parts end as parts
  from json_to_recordset(${asJson(turns)}::json) as t("conversationId" uuid, id text)
    join messages m on m.conversation_id = t."conversationId" and m.id = t.id
    join conversations c on c.id = m.conversation_id
  where m.agent_id = ${agentId} and c.deleted_at is null`;
type Shown = {
  conversationId: string;
  id: string;
  title: string;
  readWeb: string[];
  body: string;
  parts: unknown;
};

const READ_BYTES = 300_000;

const HEAD = 160;
/** The text of what has many parts, such as pictures, is not opened for its beginning. */
const HEAD_BYTES = 20_000;

const turn = () => sql()`
  m.conversation_id as "conversationId", m.id, m.position, m.role, m.body as words, m.created_at as "createdAt",
  case when pg_column_size(m.parts) < ${HEAD_BYTES} then left(m.parts->0->>'text', ${HEAD}) end as head`;

/** The driver gives what is as large as a position may get as text. */
const toTurns = (rows: readonly Turn[]): Turn[] =>
  rows.map((row) => ({ ...row, position: Number(row.position) }));

/** As the indexes have it. Words are letters and digits, so that none of them means something to the query. */
function wordsAre(of: "message" | "block" | "memory", query: string) {
  const words = { message: sql()`m.body`, block: sql()`b.words`, memory: sql()`f.words` }[of];
  return sql()`array_to_tsvector(array_remove(string_to_array(${words}, ' '), '')) @@ ${query}::tsquery`;
}

/** Facts that are live; of a session only what belongs to this one. */
const isOpenTo = (conversationId: string | null) => sql()`
  ${isLive(sql())} and (layer <> 'session' or f.conversation_id = ${conversationId}::uuid)`;

const within = ({ from, to, role, except }: MessageScope) => sql()`
  ${from === undefined ? sql()`` : sql()`and m.created_at >= ${from}::timestamptz`}
  ${to === undefined ? sql()`` : sql()`and m.created_at <= ${to}::timestamptz`}
  ${role === undefined ? sql()`` : sql()`and m.role = ${role}`}
  ${except === undefined ? sql()`` : sql()`and m.conversation_id <> ${except}::uuid`}`;

/** The texts of blocks and facts, and the origins on the web from which they may come. */
export const readEntryTexts = (agentId: string, ids: readonly string[]): Promise<EntryText[]> => sql()<
  EntryText[]
>`
  with wanted as (select x::uuid as id from json_array_elements_text(${asJson(ids)}::json) x)
  select b.id, 'block' as kind, ${nameOfBlock()} as name, b.text, null::json as source,
    coalesce((${originsOf(agentId, KIND, nameOfBlock())}), '[]') as origins
  from memory_blocks b join wanted using (id) where b.agent_id = ${agentId}
  union all
  select f.id, 'memory', f.id::text, f.content, f.source,
    coalesce((${originsOf(agentId, "memory", sql()`f.id::text`)}), '[]') from memories f join wanted using (id) where f.agent_id = ${agentId}`;
type EntryText = { id: string; kind: "block" | "memory"; name: string; text: string; origins: string[] } & {
  /** Of a fact. */
  source: FactSource | null;
};
