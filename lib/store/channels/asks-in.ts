import { and, asc, eq, isNull, sql as raw } from "drizzle-orm";
import { asks, conversations, messages } from "@/drizzle/schema";
import { asJson, db } from "@/lib/store/db";
import { findAsksBelow } from "@/lib/store/hot/channels";
import type { ChatKey } from "./channel-chats";

const MOST = 50;

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

/** What waits for the person now, in all conversations of an agent; oldest first. */
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
        // Not a parameter: for one the planner would not use the indexes of open asks.
        raw`${asks.status} = 'open'`,
        asks.awaits,
        isNull(conversations.deletedAt),
        messages.active,
      ),
    )
    .orderBy(asc(asks.createdAt))
    .limit(MOST);

/** All that messages of a conversation have asked. */
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

/** An ask of a helper, and who it is; `key` is that of its message in a chat. */
export type HelperAsk = Awaited<ReturnType<typeof findAsksBelow>>[number];

/** What helpers of a conversation ask the person, oldest first: all that is open, and what its chat was told of before. */
export const readAsksBelow = (chat: ChatKey, conversationId: string): Promise<HelperAsk[]> =>
  findAsksBelow(chat, conversationId, MOST);
