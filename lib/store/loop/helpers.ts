import { and, asc, count, desc, eq, isNull, not, notExists, or, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { agents, conversations, helpers, messages, runs } from "@/drizzle/schema";
import { type Helper, MAX_HELPERS } from "@/lib/shared/chat/helpers";
import { asJson, db, sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/hot/locks";
import type { HelperRow } from "@/lib/store/rows";
import type { Place } from "./branches";
import type { Asker, RunContext, RunError, RunStatus } from "./run-context";
import { beginOn, type Start, type Task } from "./runs";

export type NewHelper = Pick<
  HelperRow,
  | ("askerAgentId" | "askerConversationId" | "askerRunId" | "askerMessageId" | "toolCallId")
  | ("depth" | "payers" | "isAwaited")
>;

type HelperStart = Start & { task: Task; helper: NewHelper; askers: readonly Asker[] };

/**
 * Starts a helper's conversation. Idempotent by `conversationId` (`duplicate`). Returns `full` at
 * `MAX_HELPERS` open helpers, `over` if the asking run has ended or was asked to stop.
 */
export async function beginHelper({
  helper,
  askers,
  ...first
}: HelperStart): Promise<{ outcome: "begun"; run: RunContext } | { outcome: "duplicate" | "full" | "over" }> {
  const { agentId, conversationId, task } = first;
  const { askerConversationId, askerRunId, depth, payers } = helper;
  return sql().begin(async (tx) => {
    // The lock ensures that a later stop of the asker finds this helper.
    const [asker] = await db(tx)
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.id, askerRunId), eq(runs.status, "running"), isNull(runs.stopRequested)))
      .for("share");
    if (!asker) return { outcome: "over" };
    await lockName(tx, `helpers of ${askerConversationId}`);
    const own = db(tx)
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    const [row] = await db(tx)
      .select({ open: count(), isThere: raw<boolean>`exists ${own}` })
      .from(helpers)
      .innerJoin(runs, eq(runs.conversationId, helpers.conversationId))
      .where(and(isOpenBelow(askerConversationId), isLive));
    if (row?.isThere) return { outcome: "duplicate" };
    if ((row?.open ?? 0) >= MAX_HELPERS) return { outcome: "full" };
    const [begun] = await beginOn(tx, first, { isNext: false });
    if (begun?.outcome !== "begun") throw new Error("The conversation of a helper did not start");
    await db(tx)
      .insert(helpers)
      .values({
        ...{ ...helper, conversationId, agentId, unattended: task.unattended },
        payers: raw`array(select value::uuid from json_array_elements_text(${asJson(payers)}::json))`,
      });
    return { outcome: "begun", run: { ...begun.run, helper: { depth, payers, askers: [...askers] } } };
  });
}

const isOpenBelow = (askerConversationId: string) =>
  and(eq(helpers.askerConversationId, askerConversationId), isNull(helpers.settledAt));

// Literal, not parameters, so that the partial index of live runs applies.
const isLive = raw`${runs.status} in ('running', 'waiting')`;

export type HelperState = {
  agentId: string;
  /** Status of its latest run; null if its conversation was deleted. */
  status: RunStatus | null;
  error: RunError | null;
  parts: unknown[];
  readWeb: string[];
};

/** Returns null if the call has started no helper. */
export async function readHelper(id: string): Promise<HelperState | null> {
  const run = latestRun();
  const [row] = await db()
    .select({ agentId: helpers.agentId, ...stateColumns(run) })
    .from(helpers)
    .innerJoin(conversations, eq(conversations.id, helpers.conversationId))
    .leftJoinLateral(run, raw`true`)
    .leftJoin(messages, isLastOf(run))
    .where(eq(helpers.conversationId, id));
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

export async function settleHelper(id: string): Promise<void> {
  await db()
    .update(helpers)
    .set({ settledAt: raw`now()` })
    .where(and(eq(helpers.conversationId, id), isNull(helpers.settledAt)));
}

const place = { agentId: helpers.agentId, conversationId: helpers.conversationId };

export const openHelpers = async (askerConversationId: string): Promise<Place[]> =>
  db()
    .select(place)
    .from(helpers)
    .innerJoin(runs, eq(runs.conversationId, helpers.conversationId))
    .where(and(isOpenBelow(askerConversationId), isLive));

export type Untold = Awaited<ReturnType<typeof untoldHelpers>>[number];

/**
 * Lists up to 50 background helpers whose results can be delivered now: the asker exists and no run of it
 * waits for the user.
 */
export async function untoldHelpers() {
  const run = latestRun();
  const asker = alias(conversations, "asker_conversation");
  const askerAgent = alias(agents, "asker_agent");
  const waiting = db()
    .select({ id: runs.id })
    .from(runs)
    .where(raw`${runs.conversationId} = ${asker.id} and ${runs.status} = 'waiting'`);
  const { unattended, askerAgentId, askerConversationId } = helpers;
  return db()
    .select({
      ...{ ...place, name: agents.name, title: conversations.title, unattended },
      ...{ askerAgentId, askerConversationId, ...stateColumns(run) },
    })
    .from(helpers)
    .innerJoin(conversations, eq(conversations.id, helpers.conversationId))
    .innerJoin(agents, eq(agents.id, helpers.agentId))
    .innerJoin(asker, and(eq(asker.id, askerConversationId), isNull(asker.deletedAt)))
    .innerJoin(
      askerAgent,
      and(...[eq(askerAgent.id, askerAgentId), isNull(askerAgent.deletedAt)], isNull(askerAgent.archivedAt)),
    )
    .leftJoinLateral(run, raw`true`)
    .leftJoin(messages, isLastOf(run))
    .where(
      and(
        ...[isNull(helpers.settledAt), not(helpers.isAwaited), notExists(waiting)],
        raw`(${conversations.deletedAt} is not null or ${run.status} not in ('running', 'waiting'))`,
      ),
    )
    .orderBy(asc(run.endedAt))
    .limit(50);
}

/**
 * Marks the background helpers of a stopped conversation as awaited, so that their results are not delivered.
 */
export async function abandonHelpers(askerConversationId: string): Promise<void> {
  await db()
    .update(helpers)
    .set({ isAwaited: true })
    .where(and(isOpenBelow(askerConversationId), not(helpers.isAwaited)));
}

type Listed = Omit<Helper, "doing"> & { parts: unknown[] };

/** Lists the helpers of a conversation, newest first, as its chat shows them. */
export async function listHelpers({ agentId, conversationId }: Place): Promise<Listed[]> {
  const run = latestRun();
  const asker = alias(conversations, "asker_conversation");
  const known = alias(helpers, "helper_below");
  const all = db()
    .select({ ids: raw`json_agg(${known.conversationId})` })
    .from(known)
    .where(
      or(
        eq(known.conversationId, helpers.conversationId),
        eq(known.askerConversationId, helpers.conversationId),
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
      ...{ conversationId: helpers.conversationId, conversations: raw<string[]>`${all}` },
      agent: { id: agents.id, name: agents.name, mark: agents.mark },
      isSelf: raw<boolean>`${helpers.agentId} = ${helpers.askerAgentId}`,
      ...{ messageId: helpers.askerMessageId, toolCallId: helpers.toolCallId, title: conversations.title },
      ...{ isAwaited: helpers.isAwaited, status: stateColumns(run).status, parts: stateColumns(run).parts },
      error: raw<string | null>`${run.error}->>'message'`,
      ...{ steps: spent.steps, tokens: spent.tokens, cost: spent.cost },
      startedAt: raw<string>`to_json(${helpers.createdAt})`,
      endedAt: raw<string | null>`to_json(${run.endedAt})`,
    })
    .from(helpers)
    .innerJoin(
      asker,
      and(
        ...[eq(asker.id, helpers.askerConversationId), eq(asker.agentId, agentId)],
        isNull(asker.deletedAt),
      ),
    )
    .innerJoin(conversations, eq(conversations.id, helpers.conversationId))
    .innerJoin(agents, eq(agents.id, helpers.agentId))
    .leftJoinLateral(run, raw`true`)
    .leftJoin(messages, isLastOf(run))
    .crossJoinLateral(spent)
    .where(eq(helpers.askerConversationId, conversationId))
    .orderBy(desc(helpers.createdAt))
    .limit(MAX_LISTED);
}

/** Any further helpers ended long ago. */
const MAX_LISTED = 100;
