import { sql } from "@/lib/store/db";
import { subagentsBelow } from "@/lib/store/message-queries";
import type { Sql } from "@/lib/store/sql-fragments";

type View = { learned: string; last?: number };

/**
 * Reads a conversation as the JSON text of a ConversationView, with at most the `last` messages. `learned` is
 * the heading of the learned notes in the identity. Raw SQL: the database builds one JSON text from many
 * tables, so that long conversations are not parsed and serialised again.
 */
export const readView = (agentId: string, id: string, { learned, last }: View) => sql()<{ view: string }[]>`
  with c as (
    select * from conversations where id = ${id} and agent_id = ${agentId} and deleted_at is null
  ), r as (
    select * from runs r where conversation_id = ${id} and not exists (
      select from messages m where m.conversation_id = r.conversation_id and m.id = r.message_id and not m.active) order by started_at desc, id limit 1
  ), v as (
    select coalesce(parent_id, '') as parent, role, json_agg(id order by position) as ids from messages
    where conversation_id = ${id} and exists (select from messages where conversation_id = ${id} and not active)
    group by parent_id, role having count(*) > 1
  )
  select json_build_object(
    'conversation', json_build_object('id', c.id, 'title', c.title, 'origin', c.origin, 'createdAt', c.created_at, 'updatedAt', c.updated_at,
      'model', c.model, 'successors', c.successors, 'pinned', c.pinned_at is not null, 'pinnedSurface', c.pinned_surface, 'approvedTools', c.approved_tools, 'prompt', ${otherPrompt(learned)},
      'isEnding', c.divide_at is not null, 'endedAt', c.ended_at, 'summary', c.summary,
      'continuedBy', ${neighbour(sql()`n.id = c.continued_by`)}, 'continues', ${neighbour(sql()`n.continued_by = c.id`)}),
    'messages', coalesce((select json_agg(json_build_object('id', m.id, 'role', m.role, 'parts', m.parts,
        'metadata', case when m.metadata is null and v.ids is null then json_build_object('createdAt', m.created_at)
          else json_build_object('createdAt', m.created_at, 'versions', v.ids, 'model', m.metadata->'model',
            'succession', m.metadata->'succession', 'refusedTools', m.metadata->'refusedTools', 'recalled', m.metadata->'recalled', 'usage', m.metadata->'usage', 'calls', m.metadata->'calls',
            'cause', m.metadata->'cause', 'program', m.metadata->'program', 'helper', m.metadata->'helper') end) order by m.position)
      from (
        select m.* from messages m where m.conversation_id = ${id} and m.active
          and not exists (select from r where r.status = 'running' and r.message_id = m.id)
        order by m.position desc limit ${last ?? null}
      ) m left join v on v.parent = coalesce(m.parent_id, '') and v.role = m.role), '[]'),
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
        join messages m on m.conversation_id = a.conversation_id and m.id = a.message_id
      where a.status = 'open' and m.active and coalesce(a.because->>'kind', '') <> 'helper' and (h.from is null or a.awaits)), '[]'),
    'sheets', coalesce((select json_agg(json_build_object('id', s.message_id || '/' || s.tool_call_id, 'version', s.version,
        'isClosed', s.closed_at is not null, 'hasFailed', s.failed)) from sheets s where s.conversation_id = c.id), '[]'))::text as view
  from c`;

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
