import type { Sql, TransactionSql } from "postgres";
import { asJson } from "@/lib/store/db";

/** The messages of conversations, with what the person has done in their sheets. By hand: it goes into JSON, and a cursor reads it. */
export const travellingMessages = (conversations: readonly string[]) => (on: Sql) =>
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

/** Notes which conversation goes on in which. By hand: it joins what it reads from JSON. */
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

/** Adds messages and the rows of their sheets. By hand: it writes in a CTE. */
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
