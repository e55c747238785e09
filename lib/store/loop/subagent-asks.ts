import { and, desc, eq, exists, isNull, notExists, or, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { asks, conversations, runs, subagents } from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import type { AskRow } from "@/lib/store/rows";
import type { ConversationRef } from "./branches";
import type { Parent } from "./run-context";

/* Reads asks of subagents, and calls of their parents that wait for these asks. */

/** Subquery for the subagents of a conversation and their subagents. */
function below(conversationId: string) {
  const inner = alias(subagents, "helper_below");
  const { agentId, conversationId: id, settledAt } = inner;
  return db()
    .select({
      ...{ agentId: subagents.agentId, conversationId: subagents.conversationId },
      settledAt: raw<string | null>`${subagents.settledAt}`.as("settled_at"),
    })
    .from(subagents)
    .where(eq(subagents.askerConversationId, conversationId))
    .unionAll(
      db()
        .select({
          ...{ agentId, conversationId: id },
          settledAt: raw<string | null>`coalesce(${settledAt}, ${subagents.settledAt})`.as("settled_at"),
        })
        .from(subagents)
        .innerJoin(inner, eq(inner.askerConversationId, subagents.conversationId))
        .where(eq(subagents.askerConversationId, conversationId)),
    )
    .as("below");
}

/** Lists subagents of a conversation, and their subagents, that wait for the user. */
export async function waitingBelow(conversationId: string): Promise<ConversationRef[]> {
  const subagent = below(conversationId);
  const waiting = db()
    .select({ id: runs.id })
    .from(runs)
    .where(raw`${runs.conversationId} = ${subagent.conversationId} and ${runs.status} = 'waiting'`);
  return db()
    .select({ agentId: subagent.agentId, conversationId: subagent.conversationId })
    .from(subagent)
    .where(and(isNull(subagent.settledAt), exists(waiting)));
}

/** Lists awaited subagents whose asking run has ended, so that no caller needs the result. */
export async function orphans(): Promise<ConversationRef[]> {
  const parent = db()
    .select({ id: runs.id })
    .from(runs)
    .where(raw`${runs.id} = ${subagents.askerRunId} and ${runs.status} in ('running', 'waiting')`);
  return db()
    .select({ agentId: subagents.agentId, conversationId: subagents.conversationId })
    .from(subagents)
    .where(and(isNull(subagents.settledAt), subagents.isAwaited, notExists(parent)));
}

/** Condition for open asks of a parent that wait for a subagent that no longer waits for the user. */
function isInVain() {
  const run = alias(runs, "waiting_run");
  const waiting = db()
    .select({ id: run.id })
    .from(run)
    .innerJoin(conversations, and(eq(conversations.id, run.conversationId), isNull(conversations.deletedAt)))
    .where(
      raw`${run.conversationId} = (${asks.because}->>'conversationId')::uuid and ${run.status} = 'waiting'`,
    );
  return and(
    raw`${asks.status} = 'open' and ${asks.because}->>'kind' = 'helper' and ${runs.status} = 'waiting'`,
    notExists(waiting),
  );
}

const isOfMessage = and(eq(asks.runId, runs.id), eq(asks.messageId, runs.messageId));

/** Lists conversations with a call that waits for a subagent that no longer needs the user. */
export const listStuckConversations = async (): Promise<ConversationRef[]> =>
  db()
    .selectDistinct({ agentId: runs.agentId, conversationId: runs.conversationId })
    .from(subagents)
    .innerJoin(runs, eq(runs.id, subagents.askerRunId))
    .innerJoin(asks, isOfMessage)
    .where(and(isNull(subagents.settledAt), isInVain()));

/** Returns the ids of a conversation's calls that wait for a subagent that no longer needs the user. */
export async function listStuckCalls(conversationId: string): Promise<string[]> {
  const rows = await db()
    .select({ id: asks.toolCallId })
    .from(runs)
    .innerJoin(asks, isOfMessage)
    .where(and(eq(runs.conversationId, conversationId), isInVain()));
  return rows.map(({ id }) => id);
}

const above = alias(subagents, "helper_above");
const isAbove = or(
  eq(above.conversationId, subagents.conversationId),
  eq(above.conversationId, subagents.askerConversationId),
);

/** Lists the parents of a subagent that has not settled, from the nearest to the first. */
export const parentsAbove = async (conversationId: string): Promise<Parent[]> =>
  db()
    .select({ agentId: above.askerAgentId, conversationId: above.askerConversationId })
    .from(subagents)
    .innerJoin(above, and(isNull(above.settledAt), isAbove))
    .where(and(eq(subagents.conversationId, conversationId), isNull(subagents.settledAt)))
    .orderBy(desc(above.depth));

/** Returns the call of the parent that a subagent works for, directly or through another subagent. */
export async function callAbove(
  subagentId: string,
  parentConversationId: string,
): Promise<Pick<AskRow, "messageId" | "toolCallId"> | null> {
  const [row] = await db()
    .select({ messageId: above.askerMessageId, toolCallId: above.toolCallId })
    .from(subagents)
    .innerJoin(above, isAbove)
    .where(
      and(eq(subagents.conversationId, subagentId), eq(above.askerConversationId, parentConversationId)),
    );
  return row ?? null;
}

/**
 * Finds an ask of a subagent of the conversation, or of its subagents, by call id. Prefers open asks, then newer
 * ones.
 */
export async function findSubagentAsk(
  { agentId, conversationId }: ConversationRef,
  toolCallId: string,
  messageId: string | null,
): Promise<(ConversationRef & { isOpen: boolean }) | null> {
  const subagent = below(conversationId);
  const parent = alias(conversations, "asker_conversation");
  const isOpen = raw<boolean>`${asks.status} = 'open'`;
  const [row] = await db()
    .select({ agentId: asks.agentId, conversationId: asks.conversationId, isOpen })
    .from(subagent)
    .innerJoin(asks, eq(asks.conversationId, subagent.conversationId))
    .innerJoin(
      conversations,
      and(eq(conversations.id, subagent.conversationId), isNull(conversations.deletedAt)),
    )
    .innerJoin(
      parent,
      and(eq(parent.id, conversationId), eq(parent.agentId, agentId), isNull(parent.deletedAt)),
    )
    .where(
      and(
        ...[eq(asks.toolCallId, toolCallId), messageId === null ? undefined : eq(asks.messageId, messageId)],
        raw`coalesce(${asks.because}->>'kind', '') <> 'helper'`,
      ),
    )
    .orderBy(desc(isOpen), desc(asks.createdAt))
    .limit(1);
  return row ?? null;
}
