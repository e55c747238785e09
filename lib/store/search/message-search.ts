import { viewer } from "@/lib/ground/base/acting";
import { asJson, sql } from "@/lib/store/db";
import { HEAD, matchesQuery } from "@/lib/store/hot/memory-search";
import { andVisible } from "@/lib/store/members/visible";
import type { MessageRow } from "@/lib/store/rows";

/** Filters for a search in messages. Times are ISO. */
export type MessageScope = {
  agentId: string;
  from?: string | undefined;
  to?: string | undefined;
  role?: MessageRow["role"] | undefined;
  except?: string | undefined;
  /** Only conversations of this project. */
  projectId?: string | undefined;
};

/** A message for ranking: `words` are its distinct words, `head` the beginning of its text. */
export type Turn = Pick<MessageRow, "conversationId" | "id" | "position" | "role" | "createdAt"> & {
  words: string;
  head: string | null;
};

/** Returns the estimated number of messages of all agents; 0 until the table was first analyzed. */
export async function estimateMessages(): Promise<number> {
  const [row] = await sql()<{ rows: number }[]>`
    select reltuples::float8 as rows from pg_class where oid = 'messages'::regclass`;
  return Math.max(row?.rows ?? 0, 0);
}

/** Returns the planner's estimate of the messages that match a query. */
export async function expectedMessages(query: string): Promise<number> {
  const [row] = await sql()<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }[]>`
    explain (format json) select from messages m where ${matchesQuery("message", query)}`;
  return row?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/**
 * Finds messages that match a word query, unordered. Uses a custom plan, which depends on the words: for
 * words in nearly all messages the index is slow, and a sequential scan finds `limit` rows sooner.
 */
export const findTurns = (scope: MessageScope, query: string, limit: number): Promise<Turn[]> =>
  sql()
    .begin((tx) => [
      tx`set local plan_cache_mode = force_custom_plan`,
      tx<Turn[]>`
        select ${turn()} from messages m
        where m.agent_id = ${scope.agentId} and m.active and ${matchesQuery("message", query)} ${within(scope)} ${ofVisible()} limit ${limit}`,
    ])
    .then(([, rows]) => toTurns(rows as Turn[]));

/**
 * Returns the messages at these places and up to `around` visible neighbours on each side. Excludes deleted
 * conversations.
 */
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
      join conversations c on c.id = m.conversation_id and c.deleted_at is null ${andVisible(sql()`c`)}
    where m.agent_id = ${scope.agentId} ${within({ agentId: scope.agentId, except: scope.except, projectId: scope.projectId })}
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

/** Reads the content of results. For parts larger than `READ_BYTES` only the words are returned. */
export const readShown = (
  agentId: string,
  turns: readonly { conversationId: string; id: string }[],
): Promise<Shown[]> => sql()<Shown[]>`
  select m.conversation_id as "conversationId", m.id, c.title, to_json(c.read_web) as "readWeb", m.body, case when pg_column_size(m.parts) < ${READ_BYTES} then m.parts end as parts
  from json_to_recordset(${asJson(turns)}::json) as t("conversationId" uuid, id text)
    join messages m on m.conversation_id = t."conversationId" and m.id = t.id
    join conversations c on c.id = m.conversation_id
  where m.agent_id = ${agentId} and c.deleted_at is null ${andVisible(sql()`c`)}`;
type Shown = {
  conversationId: string;
  id: string;
  title: string;
  readWeb: string[];
  body: string;
  parts: unknown;
};

const READ_BYTES = 300_000;

/** The beginning of a message's text is not read from parts larger than this, for example with images. */
const HEAD_BYTES = 20_000;

const turn = () => sql()`
  m.conversation_id as "conversationId", m.id, m.position, m.role, m.body as words, m.created_at as "createdAt",
  case when pg_column_size(m.parts) < ${HEAD_BYTES} then left(m.parts->0->>'text', ${HEAD}) end as head`;

/** Converts positions, which the driver returns as text, to numbers. */
const toTurns = (rows: readonly Turn[]): Turn[] =>
  rows.map((row) => ({ ...row, position: Number(row.position) }));

const ofVisible = () =>
  viewer() === null
    ? sql()``
    : sql()`and exists (select from conversations c where c.id = m.conversation_id ${andVisible(sql()`c`)})`;

const within = ({ from, to, role, except, projectId }: MessageScope) => sql()`
  ${from === undefined ? sql()`` : sql()`and m.created_at >= ${from}::timestamptz`}
  ${to === undefined ? sql()`` : sql()`and m.created_at <= ${to}::timestamptz`}
  ${role === undefined ? sql()`` : sql()`and m.role = ${role}`}
  ${except === undefined ? sql()`` : sql()`and m.conversation_id <> ${except}::uuid`}
  ${projectId === undefined ? sql()`` : sql()`and exists (select from conversations p where p.id = m.conversation_id and p.project_id = ${projectId}::uuid)`}`;
