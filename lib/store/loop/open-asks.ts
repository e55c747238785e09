import { and, eq, exists, isNull, or, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql } from "postgres";
import { agents, asks, conversations, messages, runs, subagents } from "@/drizzle/schema";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import { listOpenProofs } from "@/lib/store/agents/proofs";
import { db, toIso } from "@/lib/store/db";
import { isAuthor } from "@/lib/store/members/visible";
import type { AskRow, Conversation } from "@/lib/store/rows";
import { after, newestFirst, placeInTime, writeCursor } from "./call-cursor";

const PAGE = 50;
const MAX_COUNT = 1_000;
/**
 * Seconds in which the user is notified of an ask. Older asks cause no notification; the user finds them in
 * the inbox.
 */
const TELL_WITHIN_S = 3_600;

export type OpenAsk = Pick<
  AskRow,
  "agentId" | "conversationId" | "messageId" | "toolCallId" | "toolName" | "kind" | "input" | "createdAt"
> &
  Pick<Conversation, "title" | "origin"> & {
    because: ApprovalReason | null;
    /** For an ask of a subagent: its agent, and the conversation that it works for. */
    from?: { agent: string; name: string };
    asker?: { agentId: string; conversationId: string };
  };

export type OpenAskPage = { asks: OpenAsk[]; nextCursor?: string };
type Paging = { agentId?: string; cursor?: string; limit?: number };

/** Lists the asks that wait for the user, of one agent or of all, newest first. */
export async function listOpenAsks({ agentId, cursor, limit = PAGE }: Paging = {}): Promise<OpenAskPage> {
  const where = visibleConversation();
  const subagent = db()
    .select({
      agent: agents.id,
      name: agents.name,
      askerAgent: subagents.askerAgentId,
      askerConversation: subagents.askerConversationId,
    })
    .from(subagents)
    .innerJoin(agents, eq(agents.id, subagents.agentId))
    .where(and(eq(subagents.conversationId, asks.conversationId), isNull(subagents.settledAt)))
    .as("helper");
  const { conversationId, messageId, toolCallId, toolName, kind, input, createdAt } = asks;
  const rows = await db()
    .select({
      ...{ agentId: asks.agentId, conversationId, messageId, toolCallId, toolName, kind, input, createdAt },
      ...{ because: raw<ApprovalReason | null>`${asks.because}`, title: where.title, origin: where.origin },
      ...{ helperAgent: subagent.agent, helperName: subagent.name },
      ...{ askerAgent: subagent.askerAgent, askerConversation: subagent.askerConversation },
      at: placeInTime(asks),
    })
    .from(asks)
    .crossJoinLateral(where)
    .leftJoinLateral(subagent, raw`true`)
    .where(and(isOpen(agentId), after(asks, cursor)))
    .orderBy(...newestFirst(asks))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    asks: page.map(
      ({
        at: _,
        helperAgent: subagentAgent,
        helperName: subagentName,
        askerAgent: parentAgent,
        askerConversation: parentConversation,
        ...ask
      }) => ({
        ...{ ...ask, createdAt: toIso(ask.createdAt) },
        ...(subagentAgent && subagentName !== null && { from: { agent: subagentAgent, name: subagentName } }),
        ...(parentAgent &&
          parentConversation && { asker: { agentId: parentAgent, conversationId: parentConversation } }),
      }),
    ),
    ...(rows.length > limit && last && { nextCursor: writeCursor(last) }),
  };
}

export type OpenAskCount = {
  count: number;
  /** Asks that no visible tab has shown and of which the user was not notified. */
  untold: number;
  /** Asks of which the user was notified, because no visible tab had shown them. */
  away: number;
};

/** Counts the asks that wait for the user, at most 1,000, and the changes that wait in the inbox. */
export async function countOpenAsks(agentId?: string): Promise<OpenAskCount> {
  const open = db()
    .select({ told: asks.told })
    .from(asks)
    .crossJoinLateral(visibleConversation())
    .where(isOpen(agentId))
    .orderBy(...newestFirst(asks))
    .limit(MAX_COUNT)
    .as("open");
  const counted = db()
    .select({
      count: raw<number>`count(*)::int`,
      untold: raw<number>`(count(*) filter (where ${open.told} is null))::int`,
      away: raw<number>`(count(*) filter (where ${open.told} = 'away'))::int`,
    })
    .from(open);
  const [[row], proofs] = await Promise.all([counted, listOpenProofs(agentId)]);
  const { count, ...told } = row ?? { count: 0, untold: 0, away: 0 };
  return { count: count + proofs.length, ...told };
}

/** Marks asks as seen in a visible tab, so that no notification is sent. */
export async function markSeen(agentId?: string): Promise<void> {
  await db()
    .update(asks)
    .set({ told: "seen" })
    .where(and(isOpen(agentId), isNull(asks.told), raw`exists (select from ${visibleConversation()})`));
}

/** `memberId`: the author of the conversation. */
export type UnnotifiedAsk = Pick<AskRow, "agentId" | "conversationId" | "toolName" | "kind"> & {
  memberId: string;
};

/**
 * Marks asks that no visible tab has shown for `unseenMs` as notified, and returns them. Each ask is returned
 * to only one caller.
 */
export async function claimUnnotifiedAsks(on: ISql, unseenMs: number): Promise<UnnotifiedAsk[]> {
  const { agentId, conversationId, toolName, kind, createdAt } = asks;
  return db(on)
    .update(asks)
    .set({ told: "away" })
    .where(
      and(
        ...[isOpen(), isNull(asks.told)],
        raw`${createdAt} > now() - ${TELL_WITHIN_S} * interval '1 s'`,
        raw`${createdAt} <= now() - ${unseenMs} * interval '1 ms' and exists (select from ${visibleConversation()})`,
      ),
    )
    .returning({
      ...{ agentId, conversationId, toolName, kind },
      memberId: raw<string>`(select c.member_id from conversations c where c.id = ${conversationId})`,
    });
}

/**
 * Condition for open asks, equal to that of the partial index. Asks of subagents that work for an agent count
 * as the agent's.
 */
function isOpen(agentId?: string) {
  const open = raw`${asks.status} = 'open' and ${asks.awaits}`;
  // Asks of rehearsals are shown only in the rehearsal.
  if (agentId === undefined)
    return raw`${open} and not exists (select from rehearsals r where r.agent_id = ${asks.agentId})`;
  const below = alias(subagents, "helper_of_agent");
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
 * Lateral subquery for the conversation of an ask. Returns no row if the conversation is deleted, its run no
 * longer waits, or the ask's branch is not visible. With a plain join the planner would read all
 * conversations, because it overestimates the number of open asks.
 */
const visibleConversation = () =>
  db()
    .select({ title: conversations.title, origin: conversations.origin })
    .from(conversations)
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .innerJoin(runs, eq(runs.conversationId, conversations.id))
    .where(
      and(
        ...[eq(conversations.id, asks.conversationId), isNull(conversations.deletedAt), isAuthor()],
        ...[eq(messages.id, asks.messageId), messages.active],
        ...[eq(runs.id, asks.runId), eq(runs.status, "waiting")],
      ),
    )
    .limit(1)
    .as("standing");
