import { and, eq, gt, sql as raw } from "drizzle-orm";
import { modelCalls, settings } from "@/drizzle/schema";
import type { AwayView } from "@/lib/shared/away";
import { MAX_FAILURES } from "@/lib/store/agents/firings";
import { statusOf } from "@/lib/store/agents/jobs";
import { db, sql } from "@/lib/store/db";
import { findChanges } from "@/lib/store/hot/away";

/** Whoever has not looked for so long is told what went on meanwhile. */
const ABSENT = "30 minutes";
/** More jobs and things than these are not listed. */
const MOST = 50;
/** Of the timeline, so many of the newest versions are looked through. */
const LOOKED_THROUGH = 2_000;
const DAYS = 31;

const VISIT = "visit";

/**
 * Somebody looks. Gives since when nobody had, where that was long; it stays so until it is dismissed, so that a tab that
 * was closed at once does not take it away.
 */
export async function visit(agentId: string): Promise<string | null> {
  const { value } = settings;
  const [row] = await db()
    .insert(settings)
    .values({ agentId, key: VISIT, value: raw`json_build_object('at', now())` })
    .onConflictDoUpdate({
      target: [settings.agentId, settings.key],
      set: {
        updatedAt: raw`now()`,
        value: raw`json_build_object('at', now(), 'since', coalesce(
          ${value}->>'since',
          case when (${value}->>'at')::timestamptz < now() - ${ABSENT}::interval then ${value}->>'at' end))`,
      },
    })
    .returning({ since: raw<string | null>`${value}->>'since'` });
  return row?.since ? new Date(row.since).toISOString() : null;
}

export async function dismissAway(agentId: string): Promise<void> {
  await db()
    .update(settings)
    .set({ value: raw`json_build_object('at', ${settings.value}->'at')` })
    .where(and(eq(settings.agentId, agentId), eq(settings.key, VISIT)));
}

/** What the agent did by itself since a time, at most a month back: what ran, what that changed, what it cost. */
export async function readAway(agentId: string, wanted: string): Promise<AwayView> {
  const earliest = new Date(Date.now() - DAYS * 86_400_000).toISOString();
  const since = wanted < earliest ? earliest : wanted;
  const [runs, changes, [spent]] = await Promise.all([
    listRuns(agentId, since),
    findChanges(agentId, since, { most: MOST + 1, lookedThrough: LOOKED_THROUGH }),
    db()
      .select({
        cost: raw<number | null>`sum(${modelCalls.cost})`,
        tokens: raw<number>`coalesce(sum(${modelCalls.inputTokens} + ${modelCalls.outputTokens}), 0)::float8`,
      })
      .from(modelCalls)
      .where(and(eq(modelCalls.agentId, agentId), gt(modelCalls.createdAt, since), modelCalls.unattended)),
  ]);
  return {
    since,
    runs: runs.slice(0, MOST),
    changes: changes
      .slice(0, MOST)
      .map((change) => ({ ...change, createdAt: new Date(change.createdAt).toISOString() })),
    ...(spent ?? { cost: null, tokens: 0 }),
    isCut: runs.length > MOST || changes.length > MOST,
  };
}

/**
 * By job, the one that was due last first. It stays by hand, and here: the status of a firing is a part of a statement of `agents`.
 */
const listRuns = async (agentId: string, since: string): Promise<AwayView["runs"]> => {
  const rows = await sql()<(Omit<AwayView["runs"][number], "offBecause"> & { offBecause: string | null })[]>`
  select "jobId", min(kind) as kind, min(name) as name, min(off) as "offBecause", sum(cost) as cost, json_agg(json_build_object('status', status, 'count', count)) as counts,
    (array_agg(conversation order by last desc) filter (where conversation is not null))[1] as "conversationId"
  from (
    select f.job_id as "jobId", f.kind, j.name, ${statusOf()} as status,
      case when not j.enabled and j.failures >= ${MAX_FAILURES} then coalesce((
        select l.reason from job_runs l where l.agent_id = j.agent_id and l.job_id = j.id and l.status = 'failed'
        order by l.due_at desc limit 1), '') end as off,
      count(*)::int as count, sum(f.cost) as cost, max(f.due_at) as last,
      (array_agg(f.conversation_id order by f.due_at desc) filter (where f.conversation_id is not null))[1] as conversation
    from job_runs f left join runs r on r.id = f.run_id left join jobs j on j.agent_id = f.agent_id and j.id = f.job_id
    where f.agent_id = ${agentId} and f.due_at > ${since} group by 1, 2, 3, 4, 5) by_status
  group by "jobId" order by max(last) desc limit ${MOST + 1}`;
  return rows.map(({ offBecause, ...row }) => ({ ...row, ...(offBecause !== null && { offBecause }) }));
};
