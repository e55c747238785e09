import type { TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import { newestLast, written } from "@/lib/store/origins";

type SurfaceId = { agentId: string; conversationId: string; messageId: string; toolCallId: string };

/** Finds a message other than `by` that submitted a form of blocks. Raw SQL: reads JSON. */
export const findSent = (
  { conversationId, messageId, toolCallId }: Omit<SurfaceId, "agentId">,
  by: string,
) => sql()`
  select from messages m cross join json_array_elements(m.parts) p
  where m.conversation_id = ${conversationId} and m.active and m.role = 'user' and m.id <> ${by}
    and p->>'type' = 'data-answer' and p#>>'{data,messageId}' = ${messageId}
    and p#>>'{data,toolCallId}' = ${toolCallId} and p#>>'{data,output,action}' = 'submit'
    and exists (
      select from messages shown cross join json_array_elements(shown.parts) call
      where shown.conversation_id = m.conversation_id and shown.id = ${messageId}
        and call->>'type' = 'tool-render_blocks' and call->>'toolCallId' = ${toolCallId})
  limit 1`;

/** Adds origins to a conversation's `read_web`. Raw SQL: orders them by newest. */
export const addReadWeb = (conversationId: string, origins: readonly string[]) => sql()`
  update conversations set read_web = ${newestLast(sql()`read_web || ${written(origins)}`)}
  where id = ${conversationId}`;

/** Inserts the row of a surface if its message exists. Raw SQL: inserts a selection from other tables. */
export const openSurface = (
  tx: TransactionSql,
  { agentId, conversationId, messageId, toolCallId }: SurfaceId,
) => tx`
  insert into sheets (conversation_id, message_id, tool_call_id, agent_id)
  select m.conversation_id, m.id, ${toolCallId}, c.agent_id
  from messages m join conversations c on c.id = m.conversation_id and c.deleted_at is null
  where m.conversation_id = ${conversationId} and m.id = ${messageId} and m.role = 'assistant' and c.agent_id = ${agentId}
  on conflict do nothing`;

type NewCall = { id: string; name: string; input: unknown };

/**
 * Adds a call made by a component, below the call that showed it, with the status `unknown`. Raw SQL: inserts
 * a selection from several tables.
 */
export const beginSurfaceCall = (
  { conversationId, messageId, toolCallId }: Omit<SurfaceId, "agentId">,
  { id, name, input }: NewCall,
) => sql()`
  insert into tool_calls (conversation_id, message_id, agent_id, run_id, tool_call_id, parent_tool_call_id, tool_name,
    input, status)
  select m.conversation_id, m.id, c.agent_id, coalesce((select a.run_id from asks a where a.conversation_id = m.conversation_id
      and a.message_id = m.id and a.tool_call_id = ${toolCallId}), gen_random_uuid()), ${id}, ${toolCallId}, ${name},
    ${asJson(input)}::json, 'unknown'
  from messages m join conversations c on c.id = m.conversation_id
  where m.conversation_id = ${conversationId} and m.id = ${messageId}`;

type ShownRow = {
  shown: unknown;
  isChange: boolean;
  sheet: string;
  title: string | null;
  readWeb: string[];
  approvedTools: string[];
};

/** Reads what a call has shown or changed. Raw SQL: reads JSON in a lateral join. */
export const readShown = ({ agentId, conversationId, messageId, toolCallId }: SurfaceId) => sql()<ShownRow[]>`
  select m.metadata->'calls'->${toolCallId}->'shown' as shown,
    coalesce(p.part->>'type' = 'tool-update_ui_component', false) as "isChange",
    coalesce(p.part->'toolMetadata'->'changes'->>'sheet', m.id || '/' || ${toolCallId}) as sheet,
    p.part->'input'->>'title' as title,
    coalesce((select a.because->'origins' from asks a where a.conversation_id = m.conversation_id and a.message_id = m.id
      and a.tool_call_id = ${toolCallId} and a.because->>'kind' = 'web'), '[]') as "readWeb",
    to_json(c.approved_tools) as "approvedTools"
  from messages m join conversations c on c.id = m.conversation_id and c.deleted_at is null
    left join lateral (select part from json_array_elements(m.parts) part
      where part->>'toolCallId' = ${toolCallId} limit 1) p on true
  where m.conversation_id = ${conversationId} and m.id = ${messageId} and c.agent_id = ${agentId}`;
