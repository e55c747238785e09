import { and, asc, desc, eq, getTableColumns, isNotNull, max, min, ne, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { channelOutbox } from "@/drizzle/schema";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { addNewMessages, addOutcomes, addPreview, changeMessages } from "@/lib/store/hot/channels";
import type { ChannelOutboxRow } from "@/lib/store/rows";
import type { ChatKey } from "./channel-chats";
import type { ChannelKey } from "./channels";

export type OutMessage = Pick<ChannelOutboxRow, keyof typeof columns>;

const { id, chatId, key, content, isPreview, status, externalId, tries, notBefore } =
  getTableColumns(channelOutbox);
const columns = { id, chatId, key, content, isPreview, status, externalId, tries, notBefore };

const ofChannel = (channel: ChannelKey) =>
  and(eq(channelOutbox.agentId, channel.agentId), eq(channelOutbox.channel, channel.id));

const ofChat = (chat: ChatKey) => and(ofChannel(chat), eq(channelOutbox.chatId, chat.chatId));

// Not parameters: for those the planner would not use the index of what is to be sent.
const isWaiting = raw`${channelOutbox.status} = 'waiting'`;
const isSending = raw`${channelOutbox.status} = 'sending'`;

type Told = { key: string; content: object };

/**
 * Says what messages of a chat are to say, in their order. What is new is sent, and what says something else now is
 * changed where `canEdit`; what is as it was stays. Elsewhere the outcome of one that had buttons is a message of its own, as is
 * the end of a text whose beginning may not have arrived. Gives whether anything is to be done.
 */
export async function tell(
  chat: ChatKey,
  messages: readonly Told[],
  { canEdit }: { canEdit: boolean },
): Promise<boolean> {
  if (messages.length === 0) return false;
  const changes = await sql().begin(async (tx) => {
    const settled = canEdit ? [] : await addOutcomes(tx, chat, messages);
    const changed = await changeMessages(tx, chat, messages, { canEdit });
    const added = await addNewMessages(tx, chat, messages);
    return settled.length + changed.length + added.length;
  });
  if (changes > 0) publish({ type: "channel", agent: chat.agentId, id: chat.id, what: "outbox" });
  return changes > 0;
}

/** Chats for which something is to be sent. */
export async function chatsToSend(channel: ChannelKey): Promise<string[]> {
  const rows = await db()
    .select({ chatId })
    .from(channelOutbox)
    .where(and(ofChannel(channel), isWaiting))
    .groupBy(chatId)
    .orderBy(min(id));
  return rows.map((row) => row.chatId);
}

/** What goes next to a chat; null when nothing does. */
export async function nextMessage(chat: ChatKey): Promise<OutMessage | null> {
  const [row] = await db()
    .select(columns)
    .from(channelOutbox)
    .where(and(ofChat(chat), isWaiting))
    .orderBy(asc(id))
    .limit(1);
  return row ?? null;
}

/** Notes that a message is on its way, before it is; null when that is not so any more. It is as it stands now. */
export async function claimMessage(messageId: number): Promise<OutMessage | null> {
  const [row] = await db()
    .update(channelOutbox)
    .set({ status: "sending", tries: raw`${tries} + 1` })
    .where(and(eq(id, messageId), isWaiting))
    .returning(columns);
  return row ?? null;
}

/** The beginning of what the model writes now, on its way; null where the message is known already. */
export async function beginPreview(chat: ChatKey, told: Told): Promise<OutMessage | null> {
  const [row] = await addPreview(chat, told);
  return row ?? null;
}

/** A message of this key, as it stands. */
export async function readMessageOf(chat: ChatKey, messageKey: string): Promise<OutMessage | null> {
  const [row] = await db()
    .select(columns)
    .from(channelOutbox)
    .where(and(ofChat(chat), eq(key, messageKey)));
  return row ?? null;
}

/** It arrived, saying `said`; where it is to say something else by now, it waits to be changed. */
export async function messageSent(messageId: number, sentAs: string, said: object): Promise<void> {
  await db()
    .update(channelOutbox)
    .set({
      externalId: sentAs,
      error: null,
      sentAt: raw`now()`,
      notBefore: null,
      status: raw`case when ${content}::text = ${asJson(said)} then 'sent' else 'waiting' end`,
    })
    .where(eq(id, messageId));
}

/** It was not sent, and is tried again after a while. */
export async function messageAgain(messageId: number, waitMs: number, error: string): Promise<void> {
  await db()
    .update(channelOutbox)
    .set({ status: "waiting", error, notBefore: raw`now() + ${waitMs} * interval '1 ms'` })
    .where(and(eq(id, messageId), isSending));
}

/** The message that was to be changed is gone: it is sent anew. */
export async function messageAnew(messageId: number): Promise<void> {
  await db().update(channelOutbox).set({ status: "waiting", externalId: null }).where(eq(id, messageId));
}

/** Nothing more is tried. `unknown`: it may have arrived. */
export async function messageOver(
  messageId: number,
  outcome: "failed" | "unknown",
  error: string,
): Promise<void> {
  await db().update(channelOutbox).set({ status: outcome, error, notBefore: null }).where(eq(id, messageId));
}

/**
 * What was sent did not arrive after all, as the service says later. `isForNow`: it goes again once its chat is open.
 */
export async function noteUndelivered(
  chat: ChatKey,
  sentAs: string,
  error: string,
  isForNow: boolean,
): Promise<void> {
  await db()
    .update(channelOutbox)
    .set(
      isForNow
        ? { error, status: "waiting", externalId: null, notBefore: raw`now() + interval '30 days'` }
        : { error, status: "failed", notBefore: null },
    )
    .where(and(ofChat(chat), eq(externalId, sentAs), eq(status, "sent")));
}

/**
 * What a server had on its way that is gone. A change of a message can be made again; of what was sent for the first time
 * nobody knows whether it arrived. Gives those.
 */
export async function settleInterrupted(channel: ChannelKey, error: string): Promise<OutMessage[]> {
  return sql().begin(async (tx) => {
    await db(tx)
      .update(channelOutbox)
      .set({ status: "waiting" })
      .where(and(ofChannel(channel), isSending, isNotNull(externalId)));
    return db(tx)
      .update(channelOutbox)
      .set({ status: "unknown", error })
      .where(and(ofChannel(channel), isSending))
      .returning(columns);
  });
}

/** The message with buttons by whose press something came in. */
export async function messageById(chat: ChatKey, messageId: number): Promise<OutMessage | null> {
  const [row] = await db()
    .select(columns)
    .from(channelOutbox)
    .where(and(ofChat(chat), eq(id, messageId)));
  return row ?? null;
}

/** The newest message of a chat that has choices, and whether it is the last one of all. */
export async function latestChoices(chat: ChatKey): Promise<(OutMessage & { isLast: boolean }) | null> {
  const newest = alias(channelOutbox, "newest_message");
  const last = db()
    .select({ id: max(newest.id) })
    .from(newest)
    .where(
      and(eq(newest.agentId, chat.agentId), eq(newest.channel, chat.id), eq(newest.chatId, chat.chatId)),
    );
  const [row] = await db()
    .select({ ...columns, isLast: raw<boolean>`${id} = (${last})` })
    .from(channelOutbox)
    .where(and(ofChat(chat), ne(status, "failed"), raw`json_array_length(${content}->'buttons') > 0`))
    .orderBy(desc(id))
    .limit(1);
  return row ?? null;
}

/** How much waits, and of how much of the last day nobody knows whether it arrived. */
export async function countOutbox(channel: ChannelKey): Promise<{ waiting: number; uncertain: number }> {
  const isRecent = raw`${channelOutbox.createdAt} > now() - interval '1 day'`;
  const [row] = await db()
    .select({
      waiting: raw`count(*) filter (where ${status} in ('waiting', 'sending'))`.mapWith(Number),
      uncertain: raw`count(*) filter (where ${status} = 'unknown' and ${isRecent})`.mapWith(Number),
    })
    .from(channelOutbox)
    .where(and(ofChannel(channel), raw`${status} in ('waiting', 'sending', 'unknown')`));
  return row ?? { waiting: 0, uncertain: 0 };
}
