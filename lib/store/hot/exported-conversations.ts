import type { Sql, TransactionSql } from "postgres";
import { asJson } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";

/** Reads a page of an agent's conversations that have messages, oldest first. Raw SQL: read by a cursor. */
export const conversationPage =
  (agentId: string, after: { id: string; at: string } | null, limit: number) => (on: Sql) =>
    on`
  select id, title, titled_by as "titledBy", origin, contact, job_id as "jobId", project_id as "projectId", identity, model, to_json(successors) as successors,
    to_json(read_web) as "readWeb", to_json(read_through) as "readThrough",
    to_json(date_trunc('milliseconds', pinned_at) at time zone 'UTC')#>>'{}' || 'Z' as "pinnedAt", pinned_surface as "pinnedSurface",
    to_json(date_trunc('milliseconds', ended_at) at time zone 'UTC')#>>'{}' || 'Z' as "endedAt", summary, continued_by as "continuedBy",
    to_json(date_trunc('milliseconds', created_at) at time zone 'UTC')#>>'{}' || 'Z' as "createdAt",
    to_json(date_trunc('milliseconds', updated_at) at time zone 'UTC')#>>'{}' || 'Z' as "updatedAt", created_at::text as at,
    (${subagentJson(on)}) as helper
  from conversations
  where agent_id = ${agentId} and deleted_at is null ${andVisible(on`conversations`, on)}
    and exists (select from messages m where m.conversation_id = conversations.id)
    ${after ? on`and (created_at, id) > (${after.at}::text::timestamptz, ${after.id}::uuid)` : on``}
  order by created_at, id limit ${limit}`;

/**
 * SQL for the ExportedSubagent of a row of `conversations`, as JSON; null if it is no subagent or its parent
 * was deleted.
 */
const subagentJson = (on: Sql) => on`
  select json_build_object('conversationId', h.asker_conversation_id, 'messageId', h.asker_message_id, 'toolCallId', h.tool_call_id,
    'isAwaited', h.is_awaited, 'status', case when r.status in ('completed', 'failed') then r.status else 'stopped' end,
    'error', r.error, 'wrote', r.message_id,
    'startedAt', to_json(date_trunc('milliseconds', r.started_at) at time zone 'UTC')#>>'{}' || 'Z',
    'endedAt', to_json(date_trunc('milliseconds', coalesce(r.ended_at, r.started_at)) at time zone 'UTC')#>>'{}' || 'Z')
  from helpers h join conversations a on a.id = h.asker_conversation_id and a.deleted_at is null
    cross join lateral (select * from runs where conversation_id = h.conversation_id order by started_at desc, id limit 1) r
  where h.conversation_id = conversations.id and h.asker_agent_id = conversations.agent_id`;

/**
 * Reads the messages of conversations, with the state of their surfaces. Raw SQL: builds JSON, and is read by a
 * cursor.
 */
export const exportedMessages = (conversations: readonly string[]) => (on: Sql) =>
  on`
  select c.nth::int as nth, m.id, m.role, m.parent_id as "parentId", m.active, m.parts, m.metadata,
    to_json(date_trunc('milliseconds', m.created_at) at time zone 'UTC')#>>'{}' || 'Z' as "createdAt",
    coalesce((select json_agg(json_build_object('call', s.tool_call_id, 'entries', s.entries, 'isClosed', s.closed_at is not null,
      'hasFailed', s.failed) order by s.tool_call_id collate "C") from sheets s
      where s.conversation_id = m.conversation_id and s.message_id = m.id), '[]') as sheets,
    coalesce((select json_agg(a.tool_call_id) from asks a where a.conversation_id = m.conversation_id and a.message_id = m.id
      and a.status = 'open' and a.kind = 'answer'), '[]') as asked
  from json_array_elements_text(${asJson(conversations)}::json) with ordinality as c(id, nth)
    join messages m on m.conversation_id = c.id::uuid
  order by c.nth, m.position`;

/** Links each conversation to its continuation. Raw SQL: joins rows read from JSON. */
export const link = (
  tx: TransactionSql,
  agentId: string,
  links: readonly (readonly [from: string, to: string])[],
) =>
  tx`
          update conversations c set continued_by = n.id
          from json_to_recordset(${asJson(links.map(([from, to]) => ({ from, to })))}::json) as l("from" uuid, "to" uuid)
            join conversations n on n.id = l."to" and n.agent_id = ${agentId}
          where c.id = l."from" and c.agent_id = ${agentId} and c.continued_by is null`;

/** Adds messages and the rows of their surfaces. Raw SQL: writes in a CTE. */
export const addMessages = (tx: TransactionSql, agentId: string, rows: readonly object[]) =>
  tx`
    with given as (
      select * from json_to_recordset(${asJson(rows)}::json) as g("conversationId" uuid, nth int, id text, role text, "parentId" text,
        active boolean, parts text, metadata text, body text, "createdAt" timestamptz, sheets json)
    ), added as (
      insert into messages (conversation_id, id, agent_id, role, parent_id, active, parts, body, metadata, created_at)
      select "conversationId", id, ${agentId}, role, "parentId", active, parts::json, body, metadata::json, "createdAt"
      from given order by nth
    )
    insert into sheets (conversation_id, message_id, tool_call_id, agent_id, entries, version, closed_at, failed)
    select g."conversationId", g.id, s->>'call', ${agentId}, s->'entries', 1, case when (s->>'isClosed')::boolean then now() end,
      (s->>'hasFailed')::boolean
    from given g cross join json_array_elements(g.sheets) s`;
