import { and, desc, eq, exists, isNull, notExists, or, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { asks, conversations, helpers, runs } from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import type { AskRow } from "@/lib/store/rows";
import type { Place } from "./branches";
import type { Asker } from "./run-context";

/* Asks of helpers, and the calls of their askers that wait for them. */

/** Subquery for the helpers of a conversation and their helpers. */
function below(conversationId: string) {
  const inner = alias(helpers, "helper_below");
  const { agentId, conversationId: id, settledAt } = inner;
  return db()
    .select({
      ...{ agentId: helpers.agentId, conversationId: helpers.conversationId },
      settledAt: raw<string | null>`${helpers.settledAt}`.as("settled_at"),
    })
    .from(helpers)
    .where(eq(helpers.askerConversationId, conversationId))
    .unionAll(
      db()
        .select({
          ...{ agentId, conversationId: id },
          settledAt: raw<string | null>`coalesce(${settledAt}, ${helpers.settledAt})`.as("settled_at"),
        })
        .from(helpers)
        .innerJoin(inner, eq(inner.askerConversationId, helpers.conversationId))
        .where(eq(helpers.askerConversationId, conversationId)),
    )
    .as("below");
}

/** Lists helpers of a conversation, and their helpers, that wait for the user. */
export async function waitingBelow(conversationId: string): Promise<Place[]> {
  const helper = below(conversationId);
  const waiting = db()
    .select({ id: runs.id })
    .from(runs)
    .where(raw`${runs.conversationId} = ${helper.conversationId} and ${runs.status} = 'waiting'`);
  return db()
    .select({ agentId: helper.agentId, conversationId: helper.conversationId })
    .from(helper)
    .where(and(isNull(helper.settledAt), exists(waiting)));
}

/** Lists awaited helpers whose asking run has ended, so that no caller needs the result. */
export async function orphans(): Promise<Place[]> {
  const asker = db()
    .select({ id: runs.id })
    .from(runs)
    .where(raw`${runs.id} = ${helpers.askerRunId} and ${runs.status} in ('running', 'waiting')`);
  return db()
    .select({ agentId: helpers.agentId, conversationId: helpers.conversationId })
    .from(helpers)
    .where(and(isNull(helpers.settledAt), helpers.isAwaited, notExists(asker)));
}

/** Condition for open asks that wait for a helper that no longer waits for the user. */
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

/** Lists conversations with a call that waits for a helper that no longer needs the user. */
export const waitingInVain = async (): Promise<Place[]> =>
  db()
    .selectDistinct({ agentId: runs.agentId, conversationId: runs.conversationId })
    .from(helpers)
    .innerJoin(runs, eq(runs.id, helpers.askerRunId))
    .innerJoin(asks, isOfMessage)
    .where(and(isNull(helpers.settledAt), isInVain()));

/** Returns the ids of a conversation's calls that wait for a helper that no longer needs the user. */
export async function callsInVain(conversationId: string): Promise<string[]> {
  const rows = await db()
    .select({ id: asks.toolCallId })
    .from(runs)
    .innerJoin(asks, isOfMessage)
    .where(and(eq(runs.conversationId, conversationId), isInVain()));
  return rows.map(({ id }) => id);
}

const above = alias(helpers, "helper_above");
const isAbove = or(
  eq(above.conversationId, helpers.conversationId),
  eq(above.conversationId, helpers.askerConversationId),
);

/** Lists the askers of a helper that has not settled, from the nearest to the first. */
export const askersAbove = async (conversationId: string): Promise<Asker[]> =>
  db()
    .select({ agentId: above.askerAgentId, conversationId: above.askerConversationId })
    .from(helpers)
    .innerJoin(above, and(isNull(above.settledAt), isAbove))
    .where(and(eq(helpers.conversationId, conversationId), isNull(helpers.settledAt)))
    .orderBy(desc(above.depth));

/** Returns the call of the asker that a helper works for, directly or through another helper. */
export async function callAbove(
  helperId: string,
  askerConversationId: string,
): Promise<Pick<AskRow, "messageId" | "toolCallId"> | null> {
  const [row] = await db()
    .select({ messageId: above.askerMessageId, toolCallId: above.toolCallId })
    .from(helpers)
    .innerJoin(above, isAbove)
    .where(and(eq(helpers.conversationId, helperId), eq(above.askerConversationId, askerConversationId)));
  return row ?? null;
}

/**
 * Finds an ask of a helper of the conversation, or of its helpers, by call id. Prefers open asks, then newer
 * ones.
 */
export async function findHelperAsk(
  { agentId, conversationId }: Place,
  toolCallId: string,
  messageId: string | null,
): Promise<(Place & { isOpen: boolean }) | null> {
  const helper = below(conversationId);
  const asker = alias(conversations, "asker_conversation");
  const isOpen = raw<boolean>`${asks.status} = 'open'`;
  const [row] = await db()
    .select({ agentId: asks.agentId, conversationId: asks.conversationId, isOpen })
    .from(helper)
    .innerJoin(asks, eq(asks.conversationId, helper.conversationId))
    .innerJoin(
      conversations,
      and(eq(conversations.id, helper.conversationId), isNull(conversations.deletedAt)),
    )
    .innerJoin(asker, and(eq(asker.id, conversationId), eq(asker.agentId, agentId), isNull(asker.deletedAt)))
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
