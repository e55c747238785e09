import { and, asc, eq, isNull, or, sql as raw } from "drizzle-orm";
import { asks, channelChats, channelPeople, conversations, messages } from "@/drizzle/schema";
import type { ChannelId } from "@/lib/shared/channels";
import { asJson, db } from "@/lib/store/db";
import { findAsksBelow } from "@/lib/store/hot/channels";
import type { ChatKey } from "./channel-chats";

const MAX_ASKS = 50;

const columns = {
  conversationId: asks.conversationId,
  messageId: asks.messageId,
  toolCallId: asks.toolCallId,
  toolName: asks.toolName,
  kind: asks.kind,
  input: asks.input,
  because: asks.because,
  status: asks.status,
  output: asks.output,
  title: conversations.title,
};

/** Lists the agent's asks that wait for the user, in all conversations, oldest first. */
export const readAsksIn = async (agentId: string) =>
  db()
    .select(columns)
    .from(asks)
    .innerJoin(conversations, eq(conversations.id, asks.conversationId))
    .innerJoin(
      messages,
      and(eq(messages.conversationId, asks.conversationId), eq(messages.id, asks.messageId)),
    )
    .where(
      and(
        eq(asks.agentId, agentId),
        // A literal instead of a parameter, so that the planner uses the partial indexes of open asks.
        raw`${asks.status} = 'open'`,
        asks.awaits,
        isNull(conversations.deletedAt),
        messages.active,
      ),
    )
    .orderBy(asc(asks.createdAt))
    .limit(MAX_ASKS);

export const readAsksOf = async (conversationId: string, messageIds: readonly string[]) =>
  db()
    .select(columns)
    .from(asks)
    .innerJoin(conversations, eq(conversations.id, asks.conversationId))
    .where(
      and(
        eq(asks.conversationId, conversationId),
        raw`${asks.messageId} in (select json_array_elements_text(${asJson(messageIds)}::json))`,
        raw`coalesce(${asks.because}->>'kind', '') <> 'helper'`,
      ),
    )
    .orderBy(asc(asks.createdAt), asc(asks.toolCallId));

/** Returns an ask whose conversation exists, with the time at which it was asked; null if it does not exist. */
export async function readLinkedAsk({ messageId, toolCallId }: { messageId: string; toolCallId: string }) {
  const [row] = await db()
    .select({ ...columns, createdAt: asks.createdAt })
    .from(asks)
    .innerJoin(conversations, eq(conversations.id, asks.conversationId))
    .where(
      and(eq(asks.messageId, messageId), eq(asks.toolCallId, toolCallId), isNull(conversations.deletedAt)),
    );
  return row ?? null;
}

/** Returns the chat of a paired user to which this conversation is sent; null if no chat is linked any more. */
export async function readLinkedChat(conversationId: string): Promise<ChatKey | null> {
  const { agentId, channel, chatId } = channelChats;
  const isOfUser = or(
    eq(chatId, channelPeople.personId),
    raw`starts_with(${chatId}, ${channelPeople.personId} || ' ')`,
  );
  const [row] = await db()
    .select({ agentId, id: raw<ChannelId>`${channel}`, chatId })
    .from(channelChats)
    .innerJoin(
      channelPeople,
      and(eq(channelPeople.agentId, agentId), eq(channelPeople.channel, channel), isOfUser),
    )
    .where(and(eq(channelChats.conversationId, conversationId), isNull(channelChats.closed)))
    .limit(1);
  return row ?? null;
}

/**
 * A subagent's ask with the subagent's name. `key` is the key of the message in the chat that shows the ask.
 */
export type SubagentAsk = Awaited<ReturnType<typeof findAsksBelow>>[number];

/**
 * Lists asks of a conversation's subagents, oldest first: open asks, and asks that were sent to the chat
 * earlier.
 */
export const readAsksBelow = (chat: ChatKey, conversationId: string): Promise<SubagentAsk[]> =>
  findAsksBelow(chat, conversationId, MAX_ASKS);
