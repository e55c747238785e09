import { sql } from "@/lib/store/db";

/** The tools to which the token of a program limits a run, by the names of the agent that the token is of. */
export type Reach = { agentId: string; tools: string[] };

/** The limit of a run that writes this message. By hand: it is recursive. */
export const findReach = (conversationId: string, messageId: string) => sql()<Reach[]>`
  with recursive up as (
    select h.asker_conversation_id, h.asker_message_id from helpers h
    left join messages m on m.conversation_id = ${conversationId} and m.id = ${messageId}
    where h.conversation_id = ${conversationId} and (h.settled_at is null or m.parent_id = 'task')
      or 'helper:' || h.conversation_id = m.parent_id
    union
    select h.asker_conversation_id, h.asker_message_id from up
      left join messages m on m.conversation_id = up.asker_conversation_id and m.id = up.asker_message_id
      join helpers h on h.conversation_id = up.asker_conversation_id or 'helper:' || h.conversation_id = m.parent_id
  )
  select m.agent_id as "agentId", m.metadata -> 'program' -> 'tools' as tools
  from up join messages m on m.conversation_id = up.asker_conversation_id and m.id = up.asker_message_id
  where json_typeof(m.metadata -> 'program' -> 'tools') = 'array' limit 1`;
