import { sql as raw, type SQLWrapper } from "drizzle-orm";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { readableText } from "@/lib/shared/chat/body";
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";
import { excerptOf } from "@/lib/shared/text/excerpt";
import { fold, tokenize } from "@/lib/shared/text/words";
import { asJson, sql } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";
import { partOf, type Sql } from "@/lib/store/sql-fragments";
import {
  type ConversationPage,
  type ConversationRow,
  type Cursor,
  columns,
  isAfter,
  isIn,
  isOf,
  micros,
  type Paging,
  parseCursor,
  type SortPosition,
  toPage,
  writeCursor,
} from "./conversation-list";

const PAGE = 50;
/**
 * Messages with larger parts, such as images, are not read for their excerpt. The excerpt then consists of
 * their words.
 */
const READ_BYTES = 300_000;
/**
 * If more messages or titles match, the search scans the newest conversations instead of collecting every
 * match.
 */
const COMMON = 5_000;
/**
 * The planner's estimate may be too high by a factor of four, so only a larger estimate makes words count as
 * common.
 */
const SURELY_COMMON = 4 * COMMON;
/** Number of conversations that one query scans, and number of such queries for a page. */
const LOOKED_THROUGH = 1_000;
const LOOKS = 10;
/** Characters of each word in the index of titles. */
const INDEXED = 32;

/** The agent of the conversation; present if several agents are searched. */
type Owned = { agent?: Pick<AgentView, "id" | "name" | "mark"> };
export type FoundRow = ConversationRow & Owned & { found: { messageId: string; excerpt: string } | null };
type Found = ConversationRow &
  SortPosition & { agentId: string; messageId: string | null; parts: unknown; body: string | null };
/** `end` is the position from which the next page continues, if the scan stopped early. */
type Results = { rows: Found[]; end?: Cursor };
/**
 * `pieces` must all occur in a conversation's title, or each of `words` must be the prefix of a word of one
 * message.
 */
type Wanted = {
  agents: readonly string[];
  pieces: string[];
  words: string[];
  origin: ConversationOrigin | undefined;
  projectId: string | undefined;
  after: Cursor | null;
  limit: number;
};

/**
 * Finds conversations whose title contains every piece of `q`, or that have a visible message with a word
 * starting with each of the words in `q`. The newest come first, each with its first such message. A page may
 * be short although more results follow.
 */
export async function searchConversations(
  agentId: string,
  q: string,
  paging: Paging = {},
): Promise<ConversationPage<FoundRow>> {
  return search([agentId], q, paging);
}

/** Like `searchConversations`, for several agents. Each result names its agent. */
export async function searchAgents(
  agents: readonly AgentView[],
  q: string,
  paging: Paging = {},
): Promise<ConversationPage<FoundRow>> {
  const owners = new Map(agents.map(({ id, name, mark }) => [id, { id, name, mark }]));
  return search([...owners.keys()], q, paging, owners);
}

async function search(
  agents: readonly string[],
  q: string,
  paging: Paging,
  owners?: ReadonlyMap<string, Owned["agent"]>,
): Promise<ConversationPage<FoundRow>> {
  const wanted = { ...wantedOf(q, paging), agents };
  const { rows, end } = await ((await isCommon(wanted)) ? findAmongNewest(wanted) : findByIndex(wanted));
  return pageOf(rows, end, wanted, owners);
}

const wantedOf = (q: string, { cursor, limit = PAGE, origin, projectId }: Paging) => ({
  ...{ pieces: piecesOf(q), words: [...new Set(tokenize(q))], origin, projectId },
  ...{ after: cursor ? parseCursor(cursor) : null, limit },
});

function pageOf(
  rows: Found[],
  end: Cursor | undefined,
  { words, limit }: Pick<Wanted, "words" | "limit">,
  owners?: ReadonlyMap<string, Owned["agent"]>,
): ConversationPage<FoundRow> {
  const { conversations, ...next } = toPage(rows, limit);
  return {
    conversations: conversations.map(({ agentId, messageId, parts, body, ...row }) => ({
      ...row,
      ...(owners && { agent: owners.get(agentId) }),
      found:
        messageId === null
          ? null
          : { messageId, excerpt: excerptOf(readableText(parts) || (body ?? ""), words) },
    })),
    ...(end ? { nextCursor: writeCursor(end) } : next),
  };
}

/**
 * Returns whether words or pieces match so much that the newest conversations should be scanned. If the
 * planner expects very many matches, it trusts that estimate, because counting would take longer than the
 * page itself.
 */
async function isCommon({ agents, pieces, words }: Wanted): Promise<boolean> {
  if (pieces.length === 0) return true;
  const expected = await Promise.all(
    [matchingMessages(agents, words), named(agents, pieces)].map(expectedRows),
  );
  if (Math.max(...expected) > SURELY_COMMON) return true;
  // Use a custom plan, because the generic plan reads all titles of an agent.
  const [, [row]] = await sql().begin((tx) => [
    tx`set local plan_cache_mode = force_custom_plan`,
    tx<{ messages: number; titles: number }[]>`
      select (select count(*) from (${matchingMessages(agents, words)} limit ${COMMON + 1}) m)::int as messages,
        (select count(*) from (${named(agents, pieces)} limit ${COMMON + 1}) c)::int as titles`,
  ]);
  return row !== undefined && Math.max(row.messages, row.titles) > COMMON;
}

async function expectedRows(query: ReturnType<typeof matchingMessages>): Promise<number> {
  const [row] = await sql()<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }[]>`
    explain (format json) ${query}`;
  return row?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

async function findByIndex({
  agents,
  pieces,
  words,
  origin,
  projectId,
  after,
  limit,
}: Wanted): Promise<Results> {
  const [, rows] = await sql().begin((tx) => [
    tx`set local plan_cache_mode = force_custom_plan`,
    tx<Found[]>`
  with hit as (
    select conversation_id as id, min(position) as position from (${matchingMessages(agents, words)}) m group by conversation_id
  ), page as (
    select c.*, hit.position
    from (select id from hit union ${named(agents, pieces)}) found
      cross join lateral (select * from conversations where id = found.id limit 1) c left join hit on hit.id = c.id
    where ${ofAgents(sql()`c.agent_id`, agents)} and c.deleted_at is null ${isOf(origin)} ${isIn(projectId)} ${isAfter(after)} ${andVisible(sql()`c`)}
    order by c.updated_at desc, c.id desc limit ${limit + 1}
  )
  ${foundOn()}`,
  ]);
  return { rows };
}

/**
 * Scans conversations from the newest until the page is full. `end` is set if the scan stopped before the
 * last conversation.
 */
async function findAmongNewest({ after, limit, ...wanted }: Wanted): Promise<Results> {
  const rows: Found[] = [];
  let end = after;
  for (let looks = 0; looks < LOOKS; looks++) {
    rows.push(...(await findNext({ ...wanted, after: end, limit: limit - rows.length })));
    if (rows.length > limit) return { rows };
    end = await endOfLook(wanted, end);
    if (!end) return { rows };
  }
  return { rows, ...(end && { end }) };
}

const findNext = ({ pieces, words, after, limit, ...scope }: Wanted) => sql()<Found[]>`
  with page as (
    select c.*, hit.position
    from (${newest(scope, after)} limit ${LOOKED_THROUGH}) c left join lateral (
      select m.position from messages m where m.conversation_id = c.id and ${matchesWords(words)} order by m.position limit 1) hit on true
    where hit.position is not null or ${holds(pieces)}
    order by c.updated_at desc, c.id desc limit ${limit + 1}
  )
  ${foundOn()}`;

async function endOfLook(scope: Scope, after: Cursor | null): Promise<Cursor | null> {
  const [last] = await sql()<Cursor[]>`
    select c.id, ${micros()} from (${newest(scope, after)} offset ${LOOKED_THROUGH - 1} limit 1) c`;
  return last ?? null;
}

type Scope = Pick<Wanted, "agents" | "origin" | "projectId">;

const newest = ({ agents, origin, projectId }: Scope, after: Cursor | null) => {
  const of = (agent: Sql) => sql()`
    select * from conversations c where c.agent_id = ${agent} and c.deleted_at is null ${isOf(origin)} ${isIn(projectId)} ${isAfter(after)} ${andVisible(sql()`c`)}
    order by c.updated_at desc, c.id desc`;
  const [only, ...others] = agents;
  return only !== undefined && others.length === 0
    ? of(sql()`${only}`)
    : // The index orders the conversations of each agent separately.
      sql()`
        select c.* from json_array_elements_text(${asJson(agents)}::json) as a(id)
          cross join lateral (${of(sql()`a.id::uuid`)} limit ${LOOKED_THROUGH}) c
        order by c.updated_at desc, c.id desc`;
};

const ofAgents = (column: Sql, agents: readonly string[]) => {
  const [only, ...others] = agents;
  return only !== undefined && others.length === 0
    ? sql()`${column} = ${only}`
    : sql()`${column} in (select value::uuid from json_array_elements_text(${asJson(agents)}::json))`;
};

const foundOn = () => sql()`
  select ${columns()}, c.agent_id as "agentId", m.id as "messageId", m.body, case when pg_column_size(m.parts) < ${READ_BYTES} then m.parts end as parts
  from page c left join messages m on m.conversation_id = c.id and m.position = c.position
  order by c.updated_at desc, c.id desc`;

const matchingMessages = (agents: readonly string[], words: string[]) => sql()`
  select m.conversation_id, m.position from messages m where ${ofAgents(sql()`m.agent_id`, agents)} and ${matchesWords(words)}`;

/**
 * SQL condition: a message has words with all of these prefixes. The expression must equal that of the index.
 * Words consist of letters and digits, so none of them is an operator of the query.
 */
const matchesWords = (words: string[]) => sql()`m.active and ${words.length > 0}
  and array_to_tsvector(array_remove(string_to_array(m.body, ' '), '')) @@ ${words.map(prefixTerm).join(" & ")}::tsquery`;

const named = (agents: readonly string[], pieces: string[]) => sql()`
  select c.id from conversations c where ${ofAgents(sql()`c.agent_id`, agents)} and c.deleted_at is null
    and title_parts(c.title) @@ ${pieces.map(indexed).map(prefixTerm).join(" & ")}::tsquery and ${holds(pieces)}`;

const holds = (pieces: string[]) => partOf(holdsAll(raw`c.title`, pieces));

/** SQL condition: the text, normalised as in `fold`, contains all pieces. */
export const holdsAll = (text: SQLWrapper, pieces: readonly string[]) => raw`not exists (
  select from json_array_elements_text(${asJson(pieces)}::json) as piece
  where strpos(lower(normalize(regexp_replace(normalize(${text}, nfkd), '[\\u0300-\\u036f]', '', 'g'), nfc)), piece) = 0)`;

export const piecesOf = (q: string): string[] => fold(q).split(/\s+/).filter(Boolean);

const indexed = (piece: string) => [...piece].slice(0, INDEXED).join("");

const prefixTerm = (word: string) => `'${word.replace(/['\\]/g, "$&$&")}':*`;
