import { and, desc, eq, isNull, sql as raw, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { conversations, messages, runs, toolCalls } from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import type { Conversation, Run, ToolCallRow } from "@/lib/store/rows";

export type StoredCall = Pick<Conversation, "readWeb"> & {
  conversationId: string;
  messageId: string;
  parts: unknown;
  status: Run["status"] | null;
};

const isThere = (id: typeof messages.conversationId | typeof toolCalls.conversationId) =>
  and(eq(conversations.id, id), isNull(conversations.deletedAt));

/** Returns the call in this message, or null unless it was made with this token. */
export async function readCall(
  tokenId: string,
  { conversationId, messageId }: Pick<StoredCall, "conversationId" | "messageId">,
): Promise<StoredCall | null> {
  const run = alias(runs, "run_of_call");
  const status = db()
    .select({ status: run.status })
    .from(run)
    .where(and(eq(run.conversationId, messages.conversationId), eq(run.messageId, messages.id)))
    .orderBy(desc(run.startedAt))
    .limit(1);
  const [row] = await db()
    .select({
      ...{ conversationId: messages.conversationId, messageId: messages.id, parts: messages.parts },
      ...{ readWeb: conversations.readWeb, status: raw<Run["status"] | null>`(${status})` },
    })
    .from(messages)
    .innerJoin(conversations, isThere(messages.conversationId))
    .where(
      and(
        ...[eq(messages.conversationId, conversationId), eq(messages.id, messageId)],
        raw`${messages.metadata}->'program'->>'tokenId' = ${tokenId}`,
      ),
    );
  return row ?? null;
}

/** The user's answer to a component, with the web origins that the component's conversation had read. */
export type ComponentResult = Pick<ToolCallRow, "conversationId" | "messageId" | "toolCallId" | "output"> &
  Pick<Conversation, "readWeb"> & { title: string; createdAt: string };

function selectResults(agentId: string, only?: SQL) {
  const { conversationId, messageId, toolCallId, output, input, createdAt, toolName, status } = toolCalls;
  return db()
    .select({
      ...{ conversationId, messageId, toolCallId, output, readWeb: conversations.readWeb },
      createdAt: raw<string>`to_json(${createdAt})`,
      title: raw<string>`coalesce(${input}->>'title', ${input}->>'component', ${conversations.title})`,
    })
    .from(toolCalls)
    .innerJoin(conversations, isThere(conversationId))
    .where(and(eq(toolCalls.agentId, agentId), eq(toolName, "render_and_wait"), eq(status, "ok"), only));
}

export const listResults = async (agentId: string, limit: number): Promise<ComponentResult[]> =>
  selectResults(agentId).orderBy(desc(toolCalls.createdAt)).limit(limit);

export async function readResult({
  agentId,
  conversationId,
  messageId,
  toolCallId,
}: Pick<
  ToolCallRow,
  "agentId" | "conversationId" | "messageId" | "toolCallId"
>): Promise<ComponentResult | null> {
  const isCall = and(
    ...[eq(toolCalls.conversationId, conversationId), eq(toolCalls.messageId, messageId)],
    eq(toolCalls.toolCallId, toolCallId),
  );
  const [row] = await selectResults(agentId, isCall);
  return row ?? null;
}
