import { WITH_SURFACES } from "@/drizzle/schema/conversations";
import type { ConversationWindow, EarlierPage } from "@/lib/shared/chat/window";
import { sql } from "@/lib/store/db";
import { andVisible, authorOf } from "@/lib/store/members/visible";
import { lastShown, subagentsBelow } from "@/lib/store/message-queries";
import type { Sql } from "@/lib/store/sql-fragments";

type View = { learned: string; window?: ConversationWindow };

/**
 * Reads a conversation as the JSON text of a ConversationView, whole or with the messages of a window. `learned` is
 * the heading of the learned notes in the identity. Raw SQL: the database builds one JSON text from many
 * tables, so that long conversations are not parsed and serialised again.
 */
export const readView = (agentId: string, id: string, { learned, window }: View) => sql()<{ view: string }[]>`
  with ${conversationOf(agentId, id)}, ${shownOf(id, window ? windowStart(id, window) : null)}
  select '{' || coalesce('"later":' || to_json(${laterMessage(id)}) || ',', '') || substr(json_build_object(
    'conversation', ${conversationJson(learned)},
    'messages', ${messagesJson()},
    ${window ? sql()`'earlier', (select json_build_object('count', count, 'messages', ${earlierSurfaces(id)}) from earlier where count > 0),` : sql()``}
    'run', (select json_build_object('id', r.id, 'status', r.status, 'messageId', r.message_id, 'error', r.error, 'startedAt', r.started_at,
      'pending', r.pending) from r),
    'asks', coalesce((select json_agg(case when h.from is null then json_build_object(${askFields()})
        else json_build_object(${askFields()}, 'conversationId', a.conversation_id, 'from', h.from) end order by a.created_at, a.tool_call_id)
      from (
        select c.id as conversation_id, null::json as from
        union all
        select h.conversation_id, json_build_object('agent', g.id, 'name', g.name) from (${subagentsBelow(sql()`c.id`)}) h
          join conversations hc on hc.id = h.conversation_id and hc.deleted_at is null join agents g on g.id = h.agent_id
        where h.settled_at is null
      ) h join asks a on a.conversation_id = h.conversation_id
      where a.status = 'open' and (select m.active from messages m where m.conversation_id = a.conversation_id and m.id = a.message_id) and coalesce(a.because->>'kind', '') <> 'helper' and (h.from is null or a.awaits)), '[]'),
    'sheets', coalesce((select json_agg(json_build_object('id', s.message_id || '/' || s.tool_call_id, 'version', s.version,
        'isClosed', s.closed_at is not null, 'hasFailed', s.failed) order by s.message_id, s.tool_call_id)
      from sheets s where s.conversation_id = c.id), '[]'))::text, 2) as view
  from c`;

/** Reads the fields of a conversation without its messages. */
export const readFields = (agentId: string, id: string, learned: string) => sql()<{ view: string }[]>`
  with ${conversationOf(agentId, id)} select ${conversationJson(learned)}::text as view from c`;

/**
 * Reads the messages before a visible one, and the number of those that are still earlier. Finds no row if the
 * message is not visible.
 */
export const readEarlierPage = (agentId: string, id: string, page: EarlierPage) => sql()<{ view: string }[]>`
  with ${conversationOf(agentId, id)}, before as (
    select position from messages where conversation_id = ${id} and id = ${page.before} and active
  ), ${shownOf(id, pageStart(id, page), sql()`and m.position < (select position from before)`)}
  select json_build_object('messages', ${messagesJson()}, 'earlier', earlier.count)::text as view from c, before, earlier`;

/** The hidden message after the last visible one: the restore of an earlier time has hidden it. */
const laterMessage = (id: string) => sql()`(
  select h.id from messages h where h.conversation_id = ${id} and not h.active and coalesce(h.parent_id, '') = ${lastShown(id)}
  order by h.position desc limit 1)`;

const conversationOf = (agentId: string, id: string) => sql()`
  c as (select * from conversations c where id = ${id} and agent_id = ${agentId} and deleted_at is null ${andVisible(sql()`c`)})`;

/**
 * CTEs for the visible messages `w` from the position `start` on, for their versions `v`, and for the latest run `r`
 * of the visible branch. `start` is null for all messages; otherwise `earlier` counts those before it.
 */
const shownOf = (id: string, start: Sql | null, until: Sql = sql()``) => sql()`
  r as (
    select * from runs r where conversation_id = ${id} and not exists (
      select from messages m where m.conversation_id = r.conversation_id and m.id = r.message_id and not m.active) order by started_at desc, id limit 1
  ), ${start ? sql()`start as (${start}), earlier as materialized (${earlierCount(id)}),` : sql()``}
  w as materialized (
    select m.* from messages m where m.conversation_id = ${id} and m.active ${until}
      ${start ? sql()`and m.position >= (select position from start)` : sql()``}
      and not exists (select from r where r.status = 'running' and r.message_id = m.id)
  ), v as materialized (
    select s.parent, s.role, json_agg(s.id order by s.position) as ids from (
      select coalesce(w.parent_id, '') as parent, w.role, w.id, w.position from w
      union all
      select coalesce(h.parent_id, ''), h.role, h.id, h.position from messages h
      where h.conversation_id = ${id} and not h.active and coalesce(h.parent_id, '') = any(array(select coalesce(w.parent_id, '') from w))
    ) s where exists (select from messages where conversation_id = ${id} and not active)
    group by s.parent, s.role having count(*) > 1
  )`;

/**
 * Position of the first message of a window: the newest messages, the message to reach, and messages that wait for
 * an answer. It is a user message if there is one, because answers refer to it. Asks look up their messages by key:
 * Postgres would plan a join as if all conversations were short.
 */
const windowStart = (id: string, { limit, reach }: ConversationWindow) =>
  fromUser(
    id,
    sql()`
    select least(
      (${newest(id, limit)}),
      (select position from messages where conversation_id = ${id} and id = ${reach ?? null} and active),
      (select min((select m.position from messages m where m.conversation_id = a.conversation_id and m.id = a.message_id and m.active)) from asks a
        where a.conversation_id = ${id} and a.status = 'open')) as position`,
  );

const pageStart = (id: string, { limit }: EarlierPage) =>
  fromUser(id, newest(id, limit, sql()`and m.position < (select position from before)`));

const newest = (id: string, limit: number, until: Sql = sql()``) => sql()`
  select min(position) as position from (
    select m.position from messages m where m.conversation_id = ${id} and m.active ${until} order by m.position desc limit ${limit}) newest`;

const fromUser = (id: string, edge: Sql) => sql()`
  select coalesce((
    select m.position from messages m
    where m.conversation_id = ${id} and m.active and m.role = 'user' and m.position <= edge.position
    order by m.position desc limit 1), edge.position) as position
  from (${edge}) edge`;

const messagesJson = () => sql()`
  coalesce((select json_agg(json_build_object('id', m.id, 'role', m.role, 'parts', m.parts,
      'metadata', case when m.metadata is null and v.ids is null then json_build_object('createdAt', m.created_at)
        else json_build_object('createdAt', m.created_at, 'versions', v.ids, 'model', m.metadata->'model',
          'succession', m.metadata->'succession', 'refusedTools', m.metadata->'refusedTools', 'recalled', m.metadata->'recalled', 'usage', m.metadata->'usage', 'calls', m.metadata->'calls',
          'cause', m.metadata->'cause', 'program', m.metadata->'program', 'helper', m.metadata->'helper') end) order by m.position)
    from w m left join v on v.parent = coalesce(m.parent_id, '') and v.role = m.role), '[]')`;

/** Counts the visible messages before `start` from two indexes, without reading the messages. */
const earlierCount = (id: string) => sql()`
  select (select count(*) from messages m where m.conversation_id = ${id} and m.position < (select position from start))
    - (select count(*) from messages m where m.conversation_id = ${id} and not m.active and m.position < (select position from start)) as count`;

/**
 * The visible messages before `start` that the canvas needs, reduced to the parts that it reads: those with
 * surfaces, and the user messages that led to them.
 */
const earlierSurfaces = (id: string) => sql()`
  coalesce((
    with on_canvas as materialized (
      select m.* from messages m where m.conversation_id = ${id} and m.active and m.position < (select position from start)
        and ${sql().unsafe(WITH_SURFACES)}
    ), shot as (
      select m.position, part.value->>'toolCallId' as call
      from on_canvas m cross join json_array_elements(m.parts) with ordinality as part(value, nth)
      where part.value->>'type' = 'tool-browser_screenshot' and part.value->>'state' = 'output-available'
        and not exists (select from w where strpos(w.parts::text, '"tool-browser_screenshot"') > 0)
      order by m.position desc, part.nth desc limit 1
    ), kept as (
      select position from on_canvas
      union
      select said.position from on_canvas m cross join lateral (
        select u.position from messages u where u.conversation_id = ${id} and u.active and u.role = 'user' and u.position < m.position
        order by u.position desc limit 1) said
      where m.role = 'assistant'
    )
    select json_agg(json_build_object('id', m.id, 'role', m.role,
      'parts', (
        select coalesce(json_agg(case
          when part.type not like 'tool-browser\\_%' or exists (select from shot where shot.position = m.position and shot.call = part.value->>'toolCallId') then part.value
          else json_build_object('type', part.type, 'toolCallId', part.value->>'toolCallId', 'state', part.value->>'state') end order by part.nth), '[]')
        from (select value, value->>'type' as type, nth from json_array_elements(m.parts) with ordinality as p(value, nth)) part
        where part.type in ('step-start', 'data-answer', 'data-sheet', 'tool-ask_user', 'tool-update_ui_component')
          or part.type like 'tool-render\\_%' or part.type like 'tool-browser\\_%' or (part.type = 'text' and m.role = 'user')
          or (m.metadata->'calls'->(part.value->>'toolCallId')->'shown'->'app') is not null),
      'metadata', json_build_object('createdAt', m.created_at, 'calls', m.metadata->'calls')) order by m.position)
    from kept cross join lateral (select * from messages where conversation_id = ${id} and position = kept.position offset 0) m), '[]')`;

function authorField() {
  const author = authorOf(sql()`c`);
  return author === null ? sql()`` : sql()`'author', ${author},`;
}

const conversationJson = (learned: string) => sql()`
  json_build_object(${authorField()} 'id', c.id, 'title', c.title, 'origin', c.origin, 'createdAt', c.created_at, 'updatedAt', c.updated_at,
    'model', c.model, 'successors', c.successors, 'pinned', c.pinned_at is not null, 'pinnedSurface', c.pinned_surface, 'approvedTools', c.approved_tools, 'prompt', ${otherPrompt(learned)},
    'project', (select json_build_object('id', p.id, 'name', p.name) from projects p where p.agent_id = c.agent_id and p.id = c.project_id),
    'isEnding', c.divide_at is not null, 'endedAt', c.ended_at, 'summary', c.summary,
    'continuedBy', ${neighbour(sql()`n.id = c.continued_by`)}, 'continues', ${neighbour(sql()`n.continued_by = c.id`)})`;

const askFields = () => sql()`
  'toolCallId', a.tool_call_id, 'toolName', a.tool_name, 'kind', a.kind, 'messageId', a.message_id, 'input', a.input,
  'because', a.because, 'awaits', a.awaits, 'createdAt', a.created_at`;

/** SQL for the conversation `n` that continues a conversation `c` or that `c` continues. */
const neighbour = (is: Sql) => sql()`(
  select json_build_object('id', n.id, 'title', n.title) from conversations n where ${is} and n.deleted_at is null)`;

/**
 * SQL for the live version of the system prompt and the version in conversation `c`; null if both have the
 * same text.
 */
const otherPrompt = (learned: string) => sql()`(
  select json_build_object('live', a.prompt_version, 'version', (
    select version from revisions r
    where r.agent_id = a.id and r.kind = 'system_prompt' and r.content #>> '{}' ~ '\\S' and starts_with(c.identity, r.content #>> '{}')
    order by length(r.content #>> '{}') desc, version desc limit 1))
  from agents a where a.id = c.agent_id and case when a.system_prompt ~ '\\S'
    then c.identity <> a.system_prompt and not starts_with(c.identity, a.system_prompt || E'\n\n' || ${learned}::text)
    else c.identity <> '' and not starts_with(c.identity, ${learned}::text) end)`;
