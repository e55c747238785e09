import { and, asc, count, desc, eq, isNull, not, notExists, or, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { agents, conversations, messages, runs, subagents } from "@/drizzle/schema";
import { MAX_SUBAGENTS, type Subagent } from "@/lib/shared/chat/subagents";
import { asJson, db, sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import type { SubagentRow } from "@/lib/store/rows";
import type { ConversationRef } from "./branches";
import type { Parent, RunContext, RunError, RunStatus } from "./run-context";
import { beginOn, type Start, type Task } from "./runs";

export type NewSubagent = Pick<
  SubagentRow,
  | ("askerAgentId" | "askerConversationId" | "askerRunId" | "askerMessageId" | "toolCallId")
  | ("depth" | "payers" | "isAwaited")
>;

type SubagentStart = Start & { task: Task; helper: NewSubagent; askers: readonly Parent[] };

/**
 * Starts a subagent's conversation. Idempotent by `conversationId` (`duplicate`). Returns `full` at
 * `MAX_SUBAGENTS` open subagents, `over` if the asking run has ended or was asked to stop.
 */
export async function beginSubagent({
  helper: subagent,
  askers: parents,
  ...first
}: SubagentStart): Promise<
  { outcome: "begun"; run: RunContext } | { outcome: "duplicate" | "full" | "over" }
> {
  const { agentId, conversationId, task } = first;
  const { askerConversationId: parentConversationId, askerRunId: parentRunId, depth, payers } = subagent;
  return sql().begin(async (tx) => {
    // The lock makes sure that a stop of the parent either happens first or finds this subagent.
    const [parent] = await db(tx)
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.id, parentRunId), eq(runs.status, "running"), isNull(runs.stopRequested)))
      .for("share");
    if (!parent) return { outcome: "over" };
    await lockName(tx, `helpers of ${parentConversationId}`);
    const own = db(tx)
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    const [row] = await db(tx)
      .select({ open: count(), isThere: raw<boolean>`exists ${own}` })
      .from(subagents)
      .innerJoin(runs, eq(runs.conversationId, subagents.conversationId))
      .where(and(isOpenBelow(parentConversationId), isLive));
    if (row?.isThere) return { outcome: "duplicate" };
    if ((row?.open ?? 0) >= MAX_SUBAGENTS) return { outcome: "full" };
    const [started] = await beginOn(tx, first, { isNext: false });
    if (started?.outcome !== "begun") throw new Error("The conversation of a subagent did not start");
    await db(tx)
      .insert(subagents)
      .values({
        ...{ ...subagent, conversationId, agentId, unattended: task.unattended },
        payers: raw`array(select value::uuid from json_array_elements_text(${asJson(payers)}::json))`,
      });
    return { outcome: "begun", run: { ...started.run, helper: { depth, payers, askers: [...parents] } } };
  });
}

const isOpenBelow = (parentConversationId: string) =>
  and(eq(subagents.askerConversationId, parentConversationId), isNull(subagents.settledAt));

// A literal instead of parameters, so that the planner uses the partial index of live runs.
const isLive = raw`${runs.status} in ('running', 'waiting')`;

export type SubagentState = {
  agentId: string;
  /** Status of the subagent's latest run; null if the subagent's conversation was deleted. */
  status: RunStatus | null;
  error: RunError | null;
  parts: unknown[];
  readWeb: string[];
};

/** Returns null if the call has started no subagent. */
export async function readSubagent(id: string): Promise<SubagentState | null> {
  const run = latestRun();
  const [row] = await db()
    .select({ agentId: subagents.agentId, ...stateColumns(run) })
    .from(subagents)
    .innerJoin(conversations, eq(conversations.id, subagents.conversationId))
    .leftJoinLateral(run, raw`true`)
    .leftJoin(messages, isLastOf(run))
    .where(eq(subagents.conversationId, id));
  return row ?? null;
}

function latestRun() {
  const run = alias(runs, "helper_run");
  const { id, status, error, messageId, endedAt } = run;
  return db()
    .select({ id, status, error, messageId, endedAt })
    .from(run)
    .where(eq(run.conversationId, conversations.id))
    .orderBy(desc(run.startedAt), asc(id))
    .limit(1)
    .as("latest_run");
}

type Latest = ReturnType<typeof latestRun>;

const isLastOf = (run: Latest) =>
  and(eq(messages.conversationId, conversations.id), eq(messages.id, run.messageId));

const stateColumns = (run: Latest) => ({
  status: raw<RunStatus | null>`case when ${conversations.deletedAt} is null then ${run.status} end`,
  error: run.error,
  parts: raw<unknown[]>`coalesce(${messages.parts}, '[]')`,
  readWeb: conversations.readWeb,
});

export async function settleSubagent(id: string): Promise<void> {
  await db()
    .update(subagents)
    .set({ settledAt: raw`now()` })
    .where(and(eq(subagents.conversationId, id), isNull(subagents.settledAt)));
}

const place = { agentId: subagents.agentId, conversationId: subagents.conversationId };

export const openSubagents = async (parentConversationId: string): Promise<ConversationRef[]> =>
  db()
    .select(place)
    .from(subagents)
    .innerJoin(runs, eq(runs.conversationId, subagents.conversationId))
    .where(and(isOpenBelow(parentConversationId), isLive));

export type UndeliveredResult = Awaited<ReturnType<typeof listUndeliveredResults>>[number];

/**
 * Lists up to 50 background subagents that have ended and whose results can be delivered: the parent exists,
 * and no run of the parent waits for the user.
 */
export async function listUndeliveredResults() {
  const run = latestRun();
  const parent = alias(conversations, "asker_conversation");
  const parentAgent = alias(agents, "asker_agent");
  const waiting = db()
    .select({ id: runs.id })
    .from(runs)
    .where(raw`${runs.conversationId} = ${parent.id} and ${runs.status} = 'waiting'`);
  const { unattended, askerAgentId: parentAgentId, askerConversationId: parentConversationId } = subagents;
  return db()
    .select({
      ...{ ...place, name: agents.name, title: conversations.title, unattended },
      ...{ askerAgentId: parentAgentId, askerConversationId: parentConversationId, ...stateColumns(run) },
    })
    .from(subagents)
    .innerJoin(conversations, eq(conversations.id, subagents.conversationId))
    .innerJoin(agents, eq(agents.id, subagents.agentId))
    .innerJoin(parent, and(eq(parent.id, parentConversationId), isNull(parent.deletedAt)))
    .innerJoin(
      parentAgent,
      and(
        ...[eq(parentAgent.id, parentAgentId), isNull(parentAgent.deletedAt)],
        isNull(parentAgent.archivedAt),
      ),
    )
    .leftJoinLateral(run, raw`true`)
    .leftJoin(messages, isLastOf(run))
    .where(
      and(
        ...[isNull(subagents.settledAt), not(subagents.isAwaited), notExists(waiting)],
        raw`(${conversations.deletedAt} is not null or ${run.status} not in ('running', 'waiting'))`,
      ),
    )
    .orderBy(asc(run.endedAt))
    .limit(50);
}

/**
 * Marks the background subagents of a stopped conversation as awaited, so that their results are not
 * delivered as messages.
 */
export async function abandonSubagents(parentConversationId: string): Promise<void> {
  await db()
    .update(subagents)
    .set({ isAwaited: true })
    .where(and(isOpenBelow(parentConversationId), not(subagents.isAwaited)));
}

type Listed = Omit<Subagent, "doing"> & { parts: unknown[] };

/** Lists the subagents of a conversation, newest first, as its chat shows them. */
export async function listSubagents({ agentId, conversationId }: ConversationRef): Promise<Listed[]> {
  const run = latestRun();
  const parent = alias(conversations, "asker_conversation");
  const nested = alias(subagents, "helper_below");
  const all = db()
    .select({ ids: raw`json_agg(${nested.conversationId})` })
    .from(nested)
    .where(
      or(
        eq(nested.conversationId, subagents.conversationId),
        eq(nested.askerConversationId, subagents.conversationId),
      ),
    );
  const written = alias(messages, "written_message");
  const parts = raw`${written.parts}`;
  const usage = (key: string) => raw`(${written.metadata}->'usage'->>${key}::text)::float8`;
  const spent = db()
    .select({
      cost: raw<number | null>`sum(${usage("cost")})`.as("cost"),
      tokens: raw<number>`coalesce(sum(${usage("inputTokens")} + ${usage("outputTokens")}), 0)::int`.as(
        "tokens",
      ),
      steps: raw<number>`coalesce(sum((
        select count(*) from json_array_elements(${parts}) p where p->>'type' = 'step-start')), 0)::int`.as(
        "steps",
      ),
    })
    .from(written)
    .where(
      and(...[eq(written.conversationId, conversations.id), eq(written.role, "assistant")], written.active),
    )
    .as("spent");
  return db()
    .select({
      ...{ conversationId: subagents.conversationId, conversations: raw<string[]>`${all}` },
      agent: { id: agents.id, name: agents.name, mark: agents.mark },
      isSelf: raw<boolean>`${subagents.agentId} = ${subagents.askerAgentId}`,
      ...{
        messageId: subagents.askerMessageId,
        toolCallId: subagents.toolCallId,
        title: conversations.title,
      },
      ...{ isAwaited: subagents.isAwaited, status: stateColumns(run).status, parts: stateColumns(run).parts },
      error: raw<string | null>`${run.error}->>'message'`,
      ...{ steps: spent.steps, tokens: spent.tokens, cost: spent.cost },
      startedAt: raw<string>`to_json(${subagents.createdAt})`,
      endedAt: raw<string | null>`to_json(${run.endedAt})`,
    })
    .from(subagents)
    .innerJoin(
      parent,
      and(
        ...[eq(parent.id, subagents.askerConversationId), eq(parent.agentId, agentId)],
        isNull(parent.deletedAt),
      ),
    )
    .innerJoin(conversations, eq(conversations.id, subagents.conversationId))
    .innerJoin(agents, eq(agents.id, subagents.agentId))
    .leftJoinLateral(run, raw`true`)
    .leftJoin(messages, isLastOf(run))
    .crossJoinLateral(spent)
    .where(eq(subagents.askerConversationId, conversationId))
    .orderBy(desc(subagents.createdAt))
    .limit(MAX_LISTED);
}

/** Maximum subagents in the list. If there are more, the others ended long ago. */
const MAX_LISTED = 100;
