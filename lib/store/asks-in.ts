import { sql } from "./db";
import type { AskRow, Conversation } from "./rows";

const MOST = 50;

/** An ask as a chat tells of it, open or not. */
export type AskIn = Pick<
  AskRow,
  | "conversationId"
  | "messageId"
  | "toolCallId"
  | "toolName"
  | "kind"
  | "input"
  | "because"
  | "status"
  | "output"
> &
  Pick<Conversation, "title">;

const columns = () => sql()`
  a.conversation_id as "conversationId", a.message_id as "messageId", a.tool_call_id as "toolCallId",
  a.tool_name as "toolName", a.kind, a.input, a.because, a.status, a.output, c.title`;

/** What waits for the person now, in all conversations of an agent; oldest first. */
export const readAsksIn = (agentId: string) =>
  sql()<AskIn[]>`
    select ${columns()} from asks a join conversations c on c.id = a.conversation_id
      join messages m on m.conversation_id = a.conversation_id and m.id = a.message_id
    where a.agent_id = ${agentId} and a.status = 'open' and a.awaits and c.deleted_at is null and m.active
    order by a.created_at limit ${MOST}`;

/** All that messages of a conversation have asked. */
export const readAsksOf = (conversationId: string, messageIds: readonly string[]) =>
  sql()<AskIn[]>`
    select ${columns()} from asks a join conversations c on c.id = a.conversation_id
    where a.conversation_id = ${conversationId}
      and a.message_id in (select json_array_elements_text(${JSON.stringify(messageIds)}::json))
      and coalesce(a.because->>'kind', '') <> 'helper'
    order by a.created_at, a.tool_call_id`;
