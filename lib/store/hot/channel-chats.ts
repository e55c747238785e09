import type { TransactionSql } from "postgres";
import { sql } from "@/lib/store/db";
import { helpersBelow } from "@/lib/store/message-queries";
import { newestLast, written } from "@/lib/store/origins";
import type { AskRow, ChannelChatRow, Conversation } from "@/lib/store/rows";

type ChannelKey = Pick<ChannelChatRow, "agentId"> & { id: string };
type ChatKey = ChannelKey & Pick<ChannelChatRow, "chatId">;

const columns = () => sql()`
  agent_id as "agentId", channel, chat_id as "chatId", kind, title, conversation_id as "conversationId",
  mirrored::float8 as mirrored, form, closed`;

const isChat = ({ agentId, id, chatId }: ChatKey) => sql()`
  agent_id = ${agentId} and channel = ${id} and chat_id = ${chatId}`;

/**
 * Stores a chat, or opens it again if it was closed; then the messages that waited for that may be sent at once. By hand: it
 * writes in a CTE.
 */
export const putChat = (
  { agentId, id, chatId }: ChatKey,
  { kind, title }: Pick<ChannelChatRow, "kind" | "title">,
) =>
  sql()<Omit<ChannelChatRow, "createdAt">[]>`
    with before as (
      select from channel_chats where ${isChat({ agentId, id, chatId })} and closed is not null
    ), due as (
      update channel_outbox set not_before = null
      where ${isChat({ agentId, id, chatId })} and status = 'waiting' and exists (select from before)
    )
    insert into channel_chats (agent_id, channel, chat_id, kind, title)
    values (${agentId}, ${id}, ${chatId}, ${kind}, ${title})
    on conflict (agent_id, channel, chat_id) do update set title = excluded.title, kind = excluded.kind, closed = null
    returning ${columns()}`;

/**
 * Reads chats whose conversation has a message or an ask of a helper that the chat may not have been told of. By hand: helpers
 * are found by a part of a statement that other statements share.
 */
export const findUntoldChats = ({ agentId, id }: ChannelKey, limit: number) =>
  sql()<Omit<ChannelChatRow, "createdAt">[]>`
    select ${columns()} from channel_chats t
    where agent_id = ${agentId} and channel = ${id} and closed is null and (exists (
      select from messages m where m.conversation_id = t.conversation_id and m.position > t.mirrored and m.active)
      or exists (
        select from (${helpersBelow(sql()`t.conversation_id`)}) h join asks a on a.conversation_id = h.conversation_id
        where h.settled_at is null and a.status = 'open' and a.awaits and not exists (
          select from channel_outbox o
          where o.agent_id = t.agent_id and o.channel = t.channel and o.chat_id = t.chat_id and o.key = ${keyOfAsk()})))
    limit ${limit}`;

/** The key that an ask `a` of a helper has in the outbox of a chat. */
const keyOfAsk = () => sql()`'helper:' || a.conversation_id || '/' || a.message_id || '/' || a.tool_call_id`;

type AskBelow = Pick<
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
  Pick<Conversation, "title"> & { key: string; agentId: string; who: string };

/**
 * Reads what helpers of a conversation ask the person, oldest first: what is open, and what the chat was told of before. By
 * hand: helpers are found by a part of a statement that other statements share.
 */
export const findAsksBelow = ({ agentId, id, chatId }: ChatKey, conversationId: string, limit: number) =>
  sql()<AskBelow[]>`
    select a.conversation_id as "conversationId", a.message_id as "messageId", a.tool_call_id as "toolCallId",
      a.tool_name as "toolName", a.kind, a.input, a.because, a.status, a.output, c.title, ${keyOfAsk()} as key,
      g.id as "agentId", g.name as who
    from (${helpersBelow(sql()`${conversationId}::uuid`)}) h join asks a on a.conversation_id = h.conversation_id
      join conversations c on c.id = h.conversation_id and c.deleted_at is null join agents g on g.id = h.agent_id
    where coalesce(a.because->>'kind', '') <> 'helper' and (
      (a.status = 'open' and a.awaits and h.settled_at is null) or exists (
        select from channel_outbox o
        where o.agent_id = ${agentId} and o.channel = ${id} and o.chat_id = ${chatId} and o.key = ${keyOfAsk()}))
    order by a.created_at, a.tool_call_id limit ${limit}`;

/** Adds origins to those that a conversation has read. By hand: it takes an array apart and puts it together again. */
export const addReadOrigins = (tx: TransactionSql, conversationId: string, origins: readonly string[]) => tx`
  update conversations set read_web = ${newestLast(sql()`read_web || ${written(origins)}`)} where id = ${conversationId}`;
