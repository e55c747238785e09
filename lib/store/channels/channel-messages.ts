import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { sql } from "@/lib/store/db";
import type { MessageRow, Run } from "@/lib/store/rows";

/** A message of a conversation as a chat tells of it. */
export type ToTell = Pick<MessageRow, "id" | "role" | "parts" | "position"> & {
  metadata: MessageMetadata | null;
};
export type Untold = {
  contact: string | null;
  /** Whether it has begun others, which may ask the person something. */
  hasHelpers: boolean;
  run: Pick<Run, "messageId" | "status" | "attempt"> | null;
  messages: ToTell[];
};

const AT_ONCE = 200;

/** What was said after a position on the branch that is shown, oldest first, and the run that is live. */
export async function readUntold(conversationId: string, after: number): Promise<Untold> {
  const [row] = await sql()<[Omit<Untold, "messages"> & { messages: ToTell[] | null }]>`
    select (select contact from conversations where id = ${conversationId}) as contact,
      exists (select from helpers where asker_conversation_id = ${conversationId}) as "hasHelpers",
      (select json_build_object('messageId', r.message_id, 'status', r.status, 'attempt', r.attempt) from runs r
        where r.conversation_id = ${conversationId} and r.status in ('running', 'waiting')) as run,
      (select json_agg(json_build_object('id', m.id, 'role', m.role, 'parts', m.parts, 'metadata', m.metadata,
          'position', m.position) order by m.position)
        from (select * from messages where conversation_id = ${conversationId} and active and position > ${after}
          order by position limit ${AT_ONCE}) m) as messages`;
  return { ...row, messages: row.messages ?? [] };
}
