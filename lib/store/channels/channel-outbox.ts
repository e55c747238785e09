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

// Literals instead of parameters, so that the planner uses the partial indexes.
const isWaiting = raw`${channelOutbox.status} = 'waiting'`;
const isSending = raw`${channelOutbox.status} = 'sending'`;

type OutboxEntry = { key: string; content: object };

/**
 * Sets the contents of a chat's messages, in order. New messages are queued to be sent. Changed messages are
 * queued to be edited if `canEdit`; otherwise, if a message loses its buttons, its outcome is queued as a
 * separate message. If the preview of a message may not have arrived, the whole message is queued. Returns
 * whether there is anything to send.
 */
export async function tell(
  chat: ChatKey,
  messages: readonly OutboxEntry[],
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

export async function chatsToSend(channel: ChannelKey): Promise<string[]> {
  const rows = await db()
    .select({ chatId })
    .from(channelOutbox)
    .where(and(ofChannel(channel), isWaiting))
    .groupBy(chatId)
    .orderBy(min(id));
  return rows.map((row) => row.chatId);
}

export async function nextMessage(chat: ChatKey): Promise<OutMessage | null> {
  const [row] = await db()
    .select(columns)
    .from(channelOutbox)
    .where(and(ofChat(chat), isWaiting))
    .orderBy(asc(id))
    .limit(1);
  return row ?? null;
}

/** Marks a waiting message as being sent and returns its current content. Null if it is no longer waiting. */
export async function claimMessage(messageId: number): Promise<OutMessage | null> {
  const [row] = await db()
    .update(channelOutbox)
    .set({ status: "sending", tries: raw`${tries} + 1` })
    .where(and(eq(id, messageId), isWaiting))
    .returning(columns);
  return row ?? null;
}

/**
 * Stores the beginning of a message that the model is still writing, with the status `sending`. Returns null
 * if the message already exists.
 */
export async function beginPreview(chat: ChatKey, entry: OutboxEntry): Promise<OutMessage | null> {
  const [row] = await addPreview(chat, entry);
  return row ?? null;
}

export async function readMessageOf(chat: ChatKey, messageKey: string): Promise<OutMessage | null> {
  const [row] = await db()
    .select(columns)
    .from(channelOutbox)
    .where(and(ofChat(chat), eq(key, messageKey)));
  return row ?? null;
}

/** Returns the chat in which a message with this id of the service was sent, or null. */
export async function chatOfMessage(channel: ChannelKey, sentAs: string): Promise<string | null> {
  const [row] = await db()
    .select({ chatId })
    .from(channelOutbox)
    .where(and(ofChannel(channel), eq(externalId, sentAs)))
    .limit(1);
  return row?.chatId ?? null;
}

/**
 * Records that a message arrived with the content `sentContent`. If its content has changed since, it waits
 * to be edited.
 */
export async function messageSent(messageId: number, sentAs: string, sentContent: object): Promise<void> {
  await db()
    .update(channelOutbox)
    .set({
      externalId: sentAs,
      error: null,
      sentAt: raw`now()`,
      notBefore: null,
      status: raw`case when ${content}::text = ${asJson(sentContent)} then 'sent' else 'waiting' end`,
    })
    .where(eq(id, messageId));
}

export async function messageAgain(messageId: number, waitMs: number, error: string): Promise<void> {
  await db()
    .update(channelOutbox)
    .set({ status: "waiting", error, notBefore: raw`now() + ${waitMs} * interval '1 ms'` })
    .where(and(eq(id, messageId), isSending));
}

/**
 * Queues a message to be sent as a new one, because the sent message that should be edited no longer exists.
 */
export async function resendAsNew(messageId: number): Promise<void> {
  await db().update(channelOutbox).set({ status: "waiting", externalId: null }).where(eq(id, messageId));
}

/** Records the final outcome of a message that is not sent again. `unknown`: it may have arrived. */
export async function messageOver(
  messageId: number,
  outcome: "failed" | "unknown",
  error: string,
): Promise<void> {
  await db().update(channelOutbox).set({ status: outcome, error, notBefore: null }).where(eq(id, messageId));
}

/**
 * Records that the service has reported a sent message as not delivered. `isForNow`: the chat is closed until the
 * user's next message, and the message is then sent again. Otherwise the message has failed.
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
 * Settles messages that a crashed server was sending. Edits wait again, because they can be repeated. First
 * sends become `unknown` and are returned.
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

export async function messageById(chat: ChatKey, messageId: number): Promise<OutMessage | null> {
  const [row] = await db()
    .select(columns)
    .from(channelOutbox)
    .where(and(ofChat(chat), eq(id, messageId)));
  return row ?? null;
}

/** Returns the chat's newest message with choices, and whether it is the chat's last message. */
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

/** Counts unsent messages, and messages of the last day whose arrival is unknown. */
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
