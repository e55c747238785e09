import { randomUUID } from "node:crypto";
import { identity } from "@/lib/store/agents/identity";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import { identityOrigins, identityThrough, newestLast, written } from "@/lib/store/origins";
import type { ChannelChatRow } from "@/lib/store/rows";
import { isAskedBelow } from "./asks-in";
import type { ChannelKey } from "./channels";

export type Chat = Omit<ChannelChatRow, "createdAt">;
export type ChatKey = ChannelKey & { chatId: string };

const columns = () => sql()`
  agent_id as "agentId", channel, chat_id as "chatId", kind, title, conversation_id as "conversationId",
  mirrored::float8 as mirrored, form, closed`;

const isChat = ({ agentId, id, chatId }: ChatKey) => sql()`
  agent_id = ${agentId} and channel = ${id} and chat_id = ${chatId}`;

/** The chat, made if it is new, and open again if it was closed. */
export async function openChat(
  { agentId, id, chatId }: ChatKey,
  { kind, title }: Pick<Chat, "kind" | "title">,
): Promise<Chat> {
  const [row] = await sql()<Chat[]>`
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
  if (!row) throw new Error("The chat was not stored");
  return row;
}

export async function readChat(key: ChatKey): Promise<Chat | null> {
  const [row] = await sql()<Chat[]>`select ${columns()} from channel_chats where ${isChat(key)}`;
  return row ?? null;
}

/** Whether a chat is with a contact, and not with the owner. */
export async function isOfContact({ agentId, id, chatId }: ChatKey): Promise<boolean> {
  const [row] = await sql()`
    select from channel_chats t join conversations c on c.id = t.conversation_id and c.contact is not null
    where t.agent_id = ${agentId} and t.channel = ${id} and t.chat_id = ${chatId}`;
  return row !== undefined;
}

/** Chats of a channel that are in a conversation. */
export const chatsIn = ({ agentId, id }: ChannelKey, conversationId: string) =>
  sql()<Chat[]>`
    select ${columns()} from channel_chats
    where agent_id = ${agentId} and channel = ${id} and conversation_id = ${conversationId}`;

/** Chats in whose conversation something may not have been told yet. */
export const untoldChats = ({ agentId, id }: ChannelKey, limit: number) =>
  sql()<Chat[]>`
    select ${columns()} from channel_chats t
    where agent_id = ${agentId} and channel = ${id} and closed is null and (exists (
      select from messages m where m.conversation_id = t.conversation_id and m.position > t.mirrored and m.active)
      or ${isAskedBelow()})
    limit ${limit}`;

type Beginning = {
  title: string;
  /** The number of a contact, whose conversation it is; else it is the owner's. */
  contact?: string;
  origins: readonly string[];
  conversationId?: string;
  model?: string | null;
};

/**
 * The conversation of a chat; where it has none, that was deleted, or is of somebody else, one that begins now. `origins`: whose words, beside
 * the person's, are in what is said next.
 */
export async function conversationOf(key: ChatKey, { title, origins, contact }: Beginning): Promise<string> {
  const conversationId = await sql().begin(async (tx) => {
    const [there] = await tx<{ id: string | null; continued: string | null }[]>`
      select c.id, c.continued_by as continued from channel_chats t
        left join conversations c on c.id = t.conversation_id and c.deleted_at is null
          and c.contact is not distinct from ${contact ?? null}
      where t.agent_id = ${key.agentId} and t.channel = ${key.id} and t.chat_id = ${key.chatId} for update of t`;
    if (!there) throw new Error("The chat is not there");
    if (there.id) {
      if (origins.length > 0)
        await tx`
          update conversations set read_web = ${newestLast(sql()`read_web || ${written(origins)}`)} where id = ${there.id}`;
      return there.id;
    }
    return make(tx, key, { title, origins, contact });
  });
  publish({ type: "conversation", agent: key.agentId, id: conversationId });
  return conversationId;
}

/** Begins a new conversation in a chat. The same `conversationId` again is the same. */
export async function beginConversation(
  key: ChatKey,
  beginning: Beginning & { conversationId: string },
): Promise<void> {
  await sql().begin(async (tx) => {
    const [there] = await tx`select from conversations where id = ${beginning.conversationId}`;
    if (!there) await make(tx, key, beginning);
  });
  publish({ type: "conversation", agent: key.agentId, id: beginning.conversationId });
}

type Tx = Parameters<Parameters<ReturnType<typeof sql>["begin"]>[1]>[0];

async function make(
  tx: Tx,
  key: ChatKey,
  { title, origins, contact, model = null, conversationId = randomUUID() }: Beginning,
): Promise<string> {
  await tx`
    insert into conversations (id, agent_id, title, titled_by, origin, contact, model, identity, read_web, read_through)
    select ${conversationId}, a.id, ${title}, ${contact ? "person" : "words"}, ${key.id}, ${contact ?? null}, ${model}, ${identity()},
      ${identityOrigins()} || ${written(origins)}, ${identityThrough()}
    from agents a where a.id = ${key.agentId}`;
  await tx`
    update channel_chats set conversation_id = ${conversationId}, mirrored = 0, form = null
    where agent_id = ${key.agentId} and channel = ${key.id} and chat_id = ${key.chatId}`;
  return conversationId;
}

/** Has a chat go on in another conversation of the owner; what was said in that before is not told again. */
export async function moveChat(key: ChatKey, conversationId: string): Promise<boolean> {
  const rows = await sql()`
    update channel_chats t set conversation_id = c.id, form = null,
      mirrored = coalesce((select max(position) from messages m where m.conversation_id = c.id and not exists (
        select from runs r where r.conversation_id = c.id and r.message_id = m.id and r.status in ('running', 'waiting'))), 0)
    from conversations c
    where t.agent_id = ${key.agentId} and t.channel = ${key.id} and t.chat_id = ${key.chatId}
      and c.id = ${conversationId} and c.agent_id = t.agent_id and c.deleted_at is null and c.contact is null
    returning t.chat_id`;
  return rows.length > 0;
}

/** Everything up to this position was sent, as long as the chat is still in the conversation. */
export async function noteMirrored(key: ChatKey, conversationId: string, position: number): Promise<void> {
  await sql()`
    update channel_chats set mirrored = greatest(mirrored, ${position})
    where ${isChat(key)} and conversation_id = ${conversationId}`;
}

export async function setForm(key: ChatKey, form: object | null): Promise<void> {
  await sql()`update channel_chats set form = ${form && asJson(form)}::json where ${isChat(key)}`;
}

/** Nothing can be sent to it any more, until something comes from it. */
export async function closeChat(key: ChatKey, why: string): Promise<void> {
  await sql()`update channel_chats set closed = ${why} where ${isChat(key)}`;
}

/** A chat goes on under another id, with all that waits for it. */
export async function renameChat(key: ChatKey, to: string): Promise<void> {
  await sql().begin(async (tx) => {
    const [there] = await tx`select from channel_chats where ${isChat({ ...key, chatId: to })}`;
    if (there) await tx`delete from channel_chats where ${isChat(key)}`;
    else await tx`update channel_chats set chat_id = ${to} where ${isChat(key)}`;
    await tx`
      update channel_outbox o set chat_id = ${to} where ${isChat(key)} and not exists (
        select from channel_outbox n where n.agent_id = o.agent_id and n.channel = o.channel and n.chat_id = ${to} and n.key = o.key)`;
  });
}
