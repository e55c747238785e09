import { sql } from "@/lib/store/db";
import type { Conversation, MessageRow, Run } from "@/lib/store/rows";

type UntoldRow = {
  contact: Conversation["contact"];
  hasHelpers: boolean;
  run: Pick<Run, "messageId" | "status" | "attempt"> | null;
  messages: Pick<MessageRow, "id" | "role" | "parts" | "position" | "metadata">[] | null;
};

/**
 * Reads what a chat may not have been told of its conversation: the messages after a position on the branch that is shown,
 * oldest first, and the run that is live. By hand: it reads four tables in one round trip, and is a select without a table.
 */
export const findUntold = (conversationId: string, after: number, limit: number) => sql()<[UntoldRow]>`
  select (select contact from conversations where id = ${conversationId}) as contact,
    exists (select from helpers where asker_conversation_id = ${conversationId}) as "hasHelpers",
    (select json_build_object('messageId', r.message_id, 'status', r.status, 'attempt', r.attempt) from runs r
      where r.conversation_id = ${conversationId} and r.status in ('running', 'waiting')) as run,
    (select json_agg(json_build_object('id', m.id, 'role', m.role, 'parts', m.parts, 'metadata', m.metadata,
        'position', m.position) order by m.position)
      from (select * from messages where conversation_id = ${conversationId} and active and position > ${after}
        order by position limit ${limit}) m) as messages`;
