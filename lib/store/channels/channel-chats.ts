import { randomUUID } from "node:crypto";
import { and, eq, getTableColumns, isNotNull, isNull, max, notExists, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { TransactionSql } from "postgres";
import { channelChats, channelOutbox, conversations, messages, runs } from "@/drizzle/schema";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { identity } from "@/lib/store/agents/identity";
import { publish } from "@/lib/store/bus";
import { db, jsonValue, sql } from "@/lib/store/db";
import { addReadOrigins, findChatsWithUnsent, findUnsentMessages, putChat } from "@/lib/store/hot/channels";
import { identityOrigins, identityThrough, written } from "@/lib/store/origins";
import type { ChannelChatRow, MessageRow, Run } from "@/lib/store/rows";
import type { ChannelKey } from "./channels";

export type Chat = Omit<ChannelChatRow, "createdAt">;
export type ChatKey = ChannelKey & { chatId: string };

const { createdAt: _, ...columns } = getTableColumns(channelChats);

const isChat = ({ agentId, id, chatId }: ChatKey) =>
  and(eq(channelChats.agentId, agentId), eq(channelChats.channel, id), eq(channelChats.chatId, chatId));

/** Creates the chat if it is new and reopens it if it was closed. */
export async function openChat(key: ChatKey, { kind, title }: Pick<Chat, "kind" | "title">): Promise<Chat> {
  const [row] = await putChat(key, { kind, title });
  if (!row) throw new Error("The chat was not stored");
  return row;
}

export async function readChat(key: ChatKey): Promise<Chat | null> {
  const [row] = await db().select(columns).from(channelChats).where(isChat(key));
  return row ?? null;
}

export async function isOfContact(key: ChatKey): Promise<boolean> {
  const [row] = await db()
    .select({ id: conversations.id })
    .from(channelChats)
    .innerJoin(
      conversations,
      and(eq(conversations.id, channelChats.conversationId), isNotNull(conversations.contact)),
    )
    .where(isChat(key));
  return row !== undefined;
}

export const chatsIn = async ({ agentId, id }: ChannelKey, conversationId: string): Promise<Chat[]> =>
  db()
    .select(columns)
    .from(channelChats)
    .where(
      and(
        eq(channelChats.agentId, agentId),
        eq(channelChats.channel, id),
        eq(channelChats.conversationId, conversationId),
      ),
    );

export const listChatsWithUnsent = (key: ChannelKey, limit: number): Promise<Chat[]> =>
  findChatsWithUnsent(key, limit);

type ChatStart = {
  title: string;
  /** Phone number of the contact; absent for the owner's conversations. */
  contact?: string;
  origins: readonly string[];
  conversationId?: string;
  model?: string | null;
};

/**
 * Returns the chat's conversation. Starts a new one if the chat has none, or if its conversation was deleted
 * or is not with this `contact` (without `contact`: not with the owner). `origins`: sources of third-party
 * text in the next message.
 */
export async function conversationOf(key: ChatKey, { title, origins, contact }: ChatStart): Promise<string> {
  const conversationId = await sql().begin(async (tx) => {
    const [there] = await db(tx)
      .select({ id: conversations.id })
      .from(channelChats)
      .leftJoin(
        conversations,
        and(
          eq(conversations.id, channelChats.conversationId),
          isNull(conversations.deletedAt),
          contact === undefined ? isNull(conversations.contact) : eq(conversations.contact, contact),
        ),
      )
      .where(isChat(key))
      .for("update", { of: channelChats });
    if (!there) throw new Error("The chat does not exist");
    if (there.id) {
      if (origins.length > 0) await addReadOrigins(tx, there.id, origins);
      return there.id;
    }
    return make(tx, key, { title, origins, contact });
  });
  publish({ type: "conversation", agent: key.agentId, id: conversationId });
  return conversationId;
}

/** Starts a conversation of the chat with this id. Idempotent by `conversationId`. */
export async function beginConversation(
  key: ChatKey,
  start: ChatStart & { conversationId: string },
): Promise<void> {
  await sql().begin(async (tx) => {
    const [there] = await db(tx)
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, start.conversationId));
    if (!there) await make(tx, key, start);
  });
  publish({ type: "conversation", agent: key.agentId, id: start.conversationId });
}

/** Handwritten SQL, because it selects the identity, an SQL fragment of `agents`. */
async function make(
  tx: TransactionSql,
  key: ChatKey,
  { title, origins, contact, model = null, conversationId = randomUUID() }: ChatStart,
): Promise<string> {
  await tx`
    insert into conversations (id, agent_id, member_id, title, titled_by, origin, contact, model, identity, read_web, read_through)
    select ${conversationId}, a.id, a.member_id, ${title}, ${contact ? "person" : "words"}, ${key.id}, ${contact ?? null}, ${model}, ${identity()},
      ${identityOrigins()} || ${written(origins)}, ${identityThrough()}
    from agents a where a.id = ${key.agentId}`;
  await db(tx).update(channelChats).set({ conversationId, mirrored: 0, form: null }).where(isChat(key));
  return conversationId;
}

/**
 * Links a chat to another conversation of the owner, without mirroring its earlier messages. Returns false if
 * there is no such conversation.
 */
export async function moveChat(key: ChatKey, conversationId: string): Promise<boolean> {
  const live = alias(runs, "live_run");
  const isWritten = db()
    .select({ id: live.id })
    .from(live)
    .where(
      and(
        eq(live.conversationId, messages.conversationId),
        eq(live.messageId, messages.id),
        raw`${live.status} in ('running', 'waiting')`,
      ),
    );
  const lastPosition = db()
    .select({ position: max(messages.position) })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), notExists(isWritten)));
  const rows = await db()
    .update(channelChats)
    .set({ conversationId: conversations.id, form: null, mirrored: raw`coalesce((${lastPosition}), 0)` })
    .from(conversations)
    .where(
      and(
        isChat(key),
        eq(conversations.id, conversationId),
        eq(conversations.agentId, channelChats.agentId),
        isNull(conversations.deletedAt),
        isNull(conversations.contact),
      ),
    )
    .returning({ chatId: channelChats.chatId });
  return rows.length > 0;
}

/**
 * Records the position up to which messages were mirrored, if the chat is still linked to the conversation.
 */
export async function noteMirrored(key: ChatKey, conversationId: string, position: number): Promise<void> {
  await db()
    .update(channelChats)
    .set({ mirrored: raw`greatest(${channelChats.mirrored}, ${position}::bigint)` })
    .where(and(isChat(key), eq(channelChats.conversationId, conversationId)));
}

export async function setForm(key: ChatKey, form: object | null): Promise<void> {
  await db()
    .update(channelChats)
    .set({ form: form && jsonValue(form) })
    .where(isChat(key));
}

/** Marks a chat as unreachable until a message arrives from it. */
export async function closeChat(key: ChatKey, why: string): Promise<void> {
  await db().update(channelChats).set({ closed: why }).where(isChat(key));
}

export async function renameChat(key: ChatKey, to: string): Promise<void> {
  const { agentId, id: channel, chatId } = key;
  const namesake = alias(channelOutbox, "namesake");
  await sql().begin(async (tx) => {
    const [there] = await db(tx)
      .select({ chatId: channelChats.chatId })
      .from(channelChats)
      .where(isChat({ ...key, chatId: to }));
    if (there) await db(tx).delete(channelChats).where(isChat(key));
    else await db(tx).update(channelChats).set({ chatId: to }).where(isChat(key));
    const isThere = db(tx)
      .select({ id: namesake.id })
      .from(namesake)
      .where(
        and(
          eq(namesake.agentId, channelOutbox.agentId),
          eq(namesake.channel, channelOutbox.channel),
          eq(namesake.chatId, to),
          eq(namesake.key, channelOutbox.key),
        ),
      );
    await db(tx)
      .update(channelOutbox)
      .set({ chatId: to })
      .where(
        and(
          eq(channelOutbox.agentId, agentId),
          eq(channelOutbox.channel, channel),
          eq(channelOutbox.chatId, chatId),
          notExists(isThere),
        ),
      );
  });
}

export type UnsentChannelMessage = Pick<MessageRow, "id" | "role" | "parts" | "position"> & {
  metadata: MessageMetadata | null;
};
export type UnsentMessages = {
  contact: string | null;
  /** Whether the conversation has started subagents, whose asks the chat may have to show. */
  hasHelpers: boolean;
  run: Pick<Run, "messageId" | "status" | "attempt"> | null;
  messages: UnsentChannelMessage[];
};

const MAX_MESSAGES = 200;

/** Reads messages after a position on the visible branch, oldest first, and the live run. */
export async function readUnsentMessages(conversationId: string, after: number): Promise<UnsentMessages> {
  const [row] = await findUnsentMessages(conversationId, after, MAX_MESSAGES);
  return { ...row, messages: (row.messages ?? []) as UnsentChannelMessage[] };
}
