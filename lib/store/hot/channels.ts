import type { TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import { subagentsBelow } from "@/lib/store/message-queries";
import { newestLast, written } from "@/lib/store/origins";
import type {
  AskRow,
  ChannelChatRow,
  ChannelOutboxRow,
  ChannelUpdateRow,
  Conversation,
  MessageRow,
  Run,
} from "@/lib/store/rows";

type ChannelKey = Pick<ChannelChatRow, "agentId"> & { id: string };
type ChatKey = ChannelKey & Pick<ChannelChatRow, "chatId">;

const columns = () => sql()`
  agent_id as "agentId", channel, chat_id as "chatId", kind, title, conversation_id as "conversationId",
  mirrored::float8 as mirrored, form, closed`;

const isChat = ({ agentId, id, chatId }: ChatKey) => sql()`
  agent_id = ${agentId} and channel = ${id} and chat_id = ${chatId}`;

/**
 * Stores a chat, or reopens it if it was closed. On reopening, its waiting messages may be sent at once. Raw
 * SQL: writes in a CTE.
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
 * Finds open chats whose conversation has a message or a subagent's ask that was not mirrored yet. Raw SQL:
 * shares the query for subagents with other statements.
 */
export const findChatsWithUnsent = ({ agentId, id }: ChannelKey, limit: number) =>
  sql()<Omit<ChannelChatRow, "createdAt">[]>`
    select ${columns()} from channel_chats t
    where agent_id = ${agentId} and channel = ${id} and closed is null and (exists (
      select from messages m where m.conversation_id = t.conversation_id and m.position > t.mirrored and m.active)
      or exists (
        select from (${subagentsBelow(sql()`t.conversation_id`)}) h join asks a on a.conversation_id = h.conversation_id
        where h.settled_at is null and a.status = 'open' and a.awaits and not exists (
          select from channel_outbox o
          where o.agent_id = t.agent_id and o.channel = t.channel and o.chat_id = t.chat_id and o.key = ${keyOfAsk()})))
    limit ${limit}`;

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
 * Reads the asks of a conversation's subagents, oldest first: open asks, and asks that were sent to the chat
 * earlier. Raw SQL: shares the query for subagents with other statements.
 */
export const findAsksBelow = ({ agentId, id, chatId }: ChatKey, conversationId: string, limit: number) =>
  sql()<AskBelow[]>`
    select a.conversation_id as "conversationId", a.message_id as "messageId", a.tool_call_id as "toolCallId",
      a.tool_name as "toolName", a.kind, a.input, a.because, a.status, a.output, c.title, ${keyOfAsk()} as key,
      g.id as "agentId", g.name as who
    from (${subagentsBelow(sql()`${conversationId}::uuid`)}) h join asks a on a.conversation_id = h.conversation_id
      join conversations c on c.id = h.conversation_id and c.deleted_at is null join agents g on g.id = h.agent_id
    where coalesce(a.because->>'kind', '') <> 'helper' and (
      (a.status = 'open' and a.awaits and h.settled_at is null) or exists (
        select from channel_outbox o
        where o.agent_id = ${agentId} and o.channel = ${id} and o.chat_id = ${chatId} and o.key = ${keyOfAsk()}))
    order by a.created_at, a.tool_call_id limit ${limit}`;

/** Adds origins to a conversation's `read_web`. Raw SQL: rebuilds an array. */
export const addReadOrigins = (tx: TransactionSql, conversationId: string, origins: readonly string[]) => tx`
  update conversations set read_web = ${newestLast(sql()`read_web || ${written(origins)}`)} where id = ${conversationId}`;

type UnsentRow = {
  contact: Conversation["contact"];
  hasHelpers: boolean;
  run: Pick<Run, "messageId" | "status" | "attempt"> | null;
  messages: Pick<MessageRow, "id" | "role" | "parts" | "position" | "metadata">[] | null;
};

/**
 * Reads what may not have been mirrored to a chat: messages after a position on the visible branch, oldest
 * first, and the live run. Raw SQL: reads four tables in one round trip, without FROM.
 */
export const findUnsentMessages = (conversationId: string, after: number, limit: number) => sql()<
  [UnsentRow]
>`
  select (select contact from conversations where id = ${conversationId}) as contact,
    exists (select from helpers where asker_conversation_id = ${conversationId}) as "hasHelpers",
    (select json_build_object('messageId', r.message_id, 'status', r.status, 'attempt', r.attempt) from runs r
      where r.conversation_id = ${conversationId} and r.status in ('running', 'waiting')) as run,
    (select json_agg(json_build_object('id', m.id, 'role', m.role, 'parts', m.parts, 'metadata', m.metadata,
        'position', m.position) order by m.position)
      from (select * from messages where conversation_id = ${conversationId} and active and position > ${after}
        order by position limit ${limit}) m) as messages`;

type OutboxEntry = { key: string; content: object };
type IdRow = { id: string };

const entriesJson = (messages: readonly OutboxEntry[]) =>
  asJson(messages.map(({ key, content }, nth) => ({ key, content: asJson(content), nth })));

const wanted = (messages: readonly OutboxEntry[]) => sql()`
  json_to_recordset(${entriesJson(messages)}::json) as w(key text, content text, nth int)`;

const isSame = ({ agentId, id, chatId }: ChatKey) => sql()`
  o.agent_id = ${agentId} and o.channel = ${id} and o.chat_id = ${chatId} and o.key = w.key`;

/**
 * Removes the buttons from sent messages whose new content has none, and adds the outcomes as separate
 * messages. Raw SQL: writes in a CTE.
 */
export const addOutcomes = (tx: TransactionSql, chat: ChatKey, messages: readonly OutboxEntry[]) => tx<
  IdRow[]
>`
  with over as (
    update channel_outbox o set content = w.content::json from ${wanted(messages)}
    where ${isSame(chat)} and o.status = 'sent' and json_array_length(o.content->'buttons') > 0
      and json_array_length(w.content::json->'buttons') = 0
    returning o.id, o.key, o.content->>'outcome' as outcome)
  insert into channel_outbox (agent_id, channel, chat_id, key, content)
  select ${chat.agentId}, ${chat.id}, ${chat.chatId}, key || '/outcome', ('{"text":' || outcome || ',"buttons":[]}')::json
  from over where outcome is not null order by over.id on conflict do nothing returning id`;

/**
 * Updates messages whose content has changed: waiting ones, and with `canEdit` also sent ones. Raw SQL:
 * updates each row with different values.
 */
export const changeMessages = (
  tx: TransactionSql,
  chat: ChatKey,
  messages: readonly OutboxEntry[],
  { canEdit }: { canEdit: boolean },
) => tx<IdRow[]>`
  update channel_outbox o set content = w.content::json, is_preview = false, not_before = null,
    tries = case when o.status = 'sent' then 0 else o.tries end,
    status = case when o.status = 'sent' then 'waiting' else o.status end
  from ${wanted(messages)}
  where ${isSame(chat)} and (o.content::text <> w.content or o.is_preview)
    and (o.status = 'waiting' or (o.status in ('sent', 'sending') and ${canEdit}))
  returning o.id`;

/**
 * Adds new messages in order, if the channel exists. If a preview of a message may not have arrived, adds the
 * whole message under another key. Raw SQL: inserts a selection from two tables.
 */
export const addNewMessages = (tx: TransactionSql, chat: ChatKey, messages: readonly OutboxEntry[]) => tx<
  IdRow[]
>`
  insert into channel_outbox (agent_id, channel, chat_id, key, content)
  select ${chat.agentId}, ${chat.id}, ${chat.chatId}, case when o.id is null then w.key else w.key || '/whole' end, w.content::json
  from ${wanted(messages)} left join channel_outbox o on ${isSame(chat)}
  where (o.id is null or (o.status in ('unknown', 'failed') and o.is_preview))
    and exists (select from channels where agent_id = ${chat.agentId} and id = ${chat.id})
  order by w.nth on conflict do nothing returning id`;

type Preview = Pick<
  ChannelOutboxRow,
  "id" | "chatId" | "key" | "content" | "isPreview" | "status" | "externalId" | "tries" | "notBefore"
>;

/**
 * Adds the beginning of a message in the state `sending`, unless the message exists or the channel is gone.
 * Raw SQL: inserts a selection from another table.
 */
export const addPreview = ({ agentId, id, chatId }: ChatKey, { key, content }: OutboxEntry) => sql()<
  Preview[]
>`
  insert into channel_outbox (agent_id, channel, chat_id, key, content, is_preview, status, tries)
  select ${agentId}, ${id}, ${chatId}, ${key}, ${asJson(content)}::json, true, 'sending', 1
  where exists (select from channels where agent_id = ${agentId} and id = ${id})
  on conflict do nothing
  returning id::float8 as id, chat_id as "chatId", key, content, is_preview as "isPreview", status,
    external_id as "externalId", tries, not_before as "notBefore"`;

/** Adds new updates in order, if the channel exists. Raw SQL: inserts a selection from another table. */
export const addNewUpdates = (
  { agentId, id }: { agentId: string; id: string },
  updates: readonly Pick<ChannelUpdateRow, "updateId" | "chatId" | "externalId" | "payload">[],
) => {
  const rows = updates.map((one, nth) => ({ ...one, payload: asJson(one.payload), nth }));
  return sql()<{ id: string }[]>`
    insert into channel_updates (agent_id, channel, update_id, chat_id, external_id, payload)
    select ${agentId}, ${id}, "updateId", "chatId", "externalId", payload::json
    from json_to_recordset(${asJson(rows)}::json)
      as one("updateId" text, "chatId" text, "externalId" text, payload text, nth int)
    where exists (select from channels where agent_id = ${agentId} and id = ${id})
    order by nth on conflict do nothing returning id`;
};
