import { sql } from "@/lib/store/db";

type Call = { agentId: string; conversationId: string; messageId: string; toolCallId: string };
type Row = {
  shown: unknown;
  isChange: boolean;
  sheet: string;
  title: string | null;
  readWeb: string[];
  approvedTools: string[];
};

/** What a call shows, or has changed. By hand: it reads inside JSON, by a lateral join. */
export const readShown = ({ agentId, conversationId, messageId, toolCallId }: Call) => sql()<Row[]>`
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
