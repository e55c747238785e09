import { sql } from "@/lib/store/db";
import { helpersBelow } from "@/lib/store/message-queries";
import type { AskRow, Conversation } from "@/lib/store/rows";
import type { ChatKey } from "./channel-chats";

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

/** An ask of a helper, and who it is; `key` is that of its message in a chat. */
export type HelperAsk = AskIn & { key: string; agentId: string; who: string };

/** Of an ask `a`. */
const keyOfAsk = () => sql()`'helper:' || a.conversation_id || '/' || a.message_id || '/' || a.tool_call_id`;

/** What helpers of a conversation ask the person, oldest first: all that is open, and what its chat was told of before. */
export const readAsksBelow = ({ agentId, id, chatId }: ChatKey, conversationId: string) =>
  sql()<HelperAsk[]>`
    select ${columns()}, ${keyOfAsk()} as key, g.id as "agentId", g.name as who
    from (${helpersBelow(sql()`${conversationId}::uuid`)}) h join asks a on a.conversation_id = h.conversation_id
      join conversations c on c.id = h.conversation_id and c.deleted_at is null join agents g on g.id = h.agent_id
    where coalesce(a.because->>'kind', '') <> 'helper' and (
      (a.status = 'open' and a.awaits and h.settled_at is null) or exists (
        select from channel_outbox o
        where o.agent_id = ${agentId} and o.channel = ${id} and o.chat_id = ${chatId} and o.key = ${keyOfAsk()}))
    order by a.created_at, a.tool_call_id limit ${MOST}`;

/** Whether the chat `t` was not told yet of what a helper of its conversation asks. */
export const isAskedBelow = () => sql()`
  exists (
    select from (${helpersBelow(sql()`t.conversation_id`)}) h join asks a on a.conversation_id = h.conversation_id
    where h.settled_at is null and a.status = 'open' and a.awaits and not exists (
      select from channel_outbox o
      where o.agent_id = t.agent_id and o.channel = t.channel and o.chat_id = t.chat_id and o.key = ${keyOfAsk()}))`;
