import { and, eq, exists, isNull, or, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql } from "postgres";
import { agents, asks, conversations, helpers, messages, runs } from "@/drizzle/schema";
import type { Because } from "@/lib/shared/tools/because";
import { db, toIso } from "@/lib/store/db";
import type { AskRow, Conversation } from "@/lib/store/rows";
import { after, newestFirst, placeInTime, writeCursor } from "./call-cursor";

const PAGE = 50;
/** Nobody needs to know of more. */
const MAX_COUNT = 1_000;
/** What opened longer ago is not told any more: who was away finds it in the inbox. */
const TELL_WITHIN_S = 3_600;

export type OpenAsk = Pick<
  AskRow,
  "agentId" | "conversationId" | "messageId" | "toolCallId" | "toolName" | "kind" | "input" | "createdAt"
> &
  Pick<Conversation, "title" | "origin"> & {
    because: Because | null;
    /** Of one that a helper asks: its agent, and the conversation for which it works. */
    from?: { agent: string; name: string };
    asker?: { agentId: string; conversationId: string };
  };

export type OpenAskPage = { asks: OpenAsk[]; nextCursor?: string };
type Paging = { agentId?: string; cursor?: string; limit?: number };

/** What waits for the person in all conversations, of one agent or of all, newest first. */
export async function listOpenAsks({ agentId, cursor, limit = PAGE }: Paging = {}): Promise<OpenAskPage> {
  const where = standing();
  const helper = db()
    .select({
      agent: agents.id,
      name: agents.name,
      askerAgent: helpers.askerAgentId,
      askerConversation: helpers.askerConversationId,
    })
    .from(helpers)
    .innerJoin(agents, eq(agents.id, helpers.agentId))
    .where(and(eq(helpers.conversationId, asks.conversationId), isNull(helpers.settledAt)))
    .as("helper");
  const { conversationId, messageId, toolCallId, toolName, kind, input, createdAt } = asks;
  const rows = await db()
    .select({
      ...{ agentId: asks.agentId, conversationId, messageId, toolCallId, toolName, kind, input, createdAt },
      ...{ because: raw<Because | null>`${asks.because}`, title: where.title, origin: where.origin },
      ...{ helperAgent: helper.agent, helperName: helper.name },
      ...{ askerAgent: helper.askerAgent, askerConversation: helper.askerConversation },
      at: placeInTime(asks),
    })
    .from(asks)
    .crossJoinLateral(where)
    .leftJoinLateral(helper, raw`true`)
    .where(and(isOpen(agentId), after(asks, cursor)))
    .orderBy(...newestFirst(asks))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    asks: page.map(({ at: _, helperAgent, helperName, askerAgent, askerConversation, ...ask }) => ({
      ...{ ...ask, createdAt: toIso(ask.createdAt) },
      ...(helperAgent && helperName !== null && { from: { agent: helperAgent, name: helperName } }),
      ...(askerAgent &&
        askerConversation && { asker: { agentId: askerAgent, conversationId: askerConversation } }),
    })),
    ...(rows.length > limit && last && { nextCursor: writeCursor(last) }),
  };
}

export type OpenAskCount = {
  count: number;
  /** Of them: nobody has heard of them yet. */
  untold: number;
  /** Of them: they opened while no tab was looked at. */
  away: number;
};

/** How much waits for the person; no more than a thousand are counted. */
export async function countOpenAsks(agentId?: string): Promise<OpenAskCount> {
  const open = db()
    .select({ told: asks.told })
    .from(asks)
    .crossJoinLateral(standing())
    .where(isOpen(agentId))
    .orderBy(...newestFirst(asks))
    .limit(MAX_COUNT)
    .as("open");
  const [row] = await db()
    .select({
      count: raw<number>`count(*)::int`,
      untold: raw<number>`(count(*) filter (where ${open.told} is null))::int`,
      away: raw<number>`(count(*) filter (where ${open.told} = 'away'))::int`,
    })
    .from(open);
  return row ?? { count: 0, untold: 0, away: 0 };
}

/** The person looks at a tab that shows how much waits: what nobody has heard of yet need not be told otherwise. */
export async function markSeen(agentId?: string): Promise<void> {
  await db()
    .update(asks)
    .set({ told: "seen" })
    .where(and(isOpen(agentId), isNull(asks.told)));
}

export type Untold = Pick<AskRow, "agentId" | "conversationId" | "toolName" | "kind">;

/** What has waited so long without being seen, each given once, to whoever asks first. */
export async function claimUntold(on: ISql, unseenMs: number): Promise<Untold[]> {
  const { agentId, conversationId, toolName, kind, createdAt } = asks;
  return db(on)
    .update(asks)
    .set({ told: "away" })
    .where(
      and(
        ...[isOpen(), isNull(asks.told)],
        raw`${createdAt} > now() - ${TELL_WITHIN_S} * interval '1 s'`,
        raw`${createdAt} <= now() - ${unseenMs} * interval '1 ms' and exists (select from ${standing()})`,
      ),
    )
    .returning({ agentId, conversationId, toolName, kind });
}

/** The index on what is awaited has the same condition. What helpers of an agent ask is the agent's, too. */
function isOpen(agentId?: string) {
  const open = raw`${asks.status} = 'open' and ${asks.awaits}`;
  if (agentId === undefined) return open;
  const below = alias(helpers, "helper_of_agent");
  const found = db()
    .select({ id: below.conversationId })
    .from(below)
    .where(
      and(
        ...[eq(below.conversationId, asks.conversationId), isNull(below.settledAt)],
        or(eq(below.askerAgentId, agentId), raw`${agentId} = any(${below.payers})`),
      ),
    );
  return and(open, or(eq(asks.agentId, agentId), exists(found)));
}

/**
 * A subquery for a lateral join: the conversation of an ask, unless it is deleted, its run no longer waits, or another branch than
 * the ask's is shown. The planner does not know how few asks are open, and would read all conversations for a plain join.
 */
const standing = () =>
  db()
    .select({ title: conversations.title, origin: conversations.origin })
    .from(conversations)
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .innerJoin(runs, eq(runs.conversationId, conversations.id))
    .where(
      and(
        ...[eq(conversations.id, asks.conversationId), isNull(conversations.deletedAt)],
        ...[eq(messages.id, asks.messageId), messages.active],
        ...[eq(runs.id, asks.runId), eq(runs.status, "waiting")],
      ),
    )
    .limit(1)
    .as("standing");
