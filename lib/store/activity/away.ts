import { and, desc, eq, gt, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { jobRuns, jobs, modelCalls, runs, settings } from "@/drizzle/schema";
import type { AwayView, StoredAway } from "@/lib/shared/away";
import type { JobRunStatus } from "@/lib/shared/jobs/contract";
import type { JobKind } from "@/lib/shared/jobs/kinds";
import { MAX_FAILURES } from "@/lib/store/agents/firings";
import { statusNow } from "@/lib/store/agents/jobs";
import { db } from "@/lib/store/db";
import { findChanges } from "@/lib/store/hot/away";

/** Minimum absence before the user gets a summary. */
const ABSENT = "30 minutes";
export const MAX_ENTRIES = 50;
const MAX_SCANNED = 2_000;
const DAYS = 31;

const VISIT = "visit";

/**
 * Records a visit of the user. If the absence before it was at least 30 minutes, returns when it began,
 * otherwise null. Later visits return the same time until `dismissAway`, so that a tab that is closed at once
 * does not lose the summary.
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

/** Summarises unattended activity since a time, at most 31 days ago: job runs, changes and cost. */
export async function readAway(agentId: string, wanted: string): Promise<StoredAway> {
  const earliest = new Date(Date.now() - DAYS * 86_400_000).toISOString();
  const since = wanted < earliest ? earliest : wanted;
  const [runs, changes, [spent]] = await Promise.all([
    listRuns(agentId, since),
    findChanges(agentId, since, { max: MAX_ENTRIES + 1, maxScanned: MAX_SCANNED }),
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
    runs: runs.slice(0, MAX_ENTRIES),
    changes: changes
      .slice(0, MAX_ENTRIES)
      .map((change) => ({ ...change, createdAt: new Date(change.createdAt).toISOString() })),
    ...(spent ?? { cost: null, tokens: 0 }),
    isCut: runs.length > MAX_ENTRIES || changes.length > MAX_ENTRIES,
  };
}

async function listRuns(agentId: string, since: string): Promise<AwayView["runs"]> {
  const { jobId, kind, conversationId, dueAt } = jobRuns;
  const failed = alias(jobRuns, "failed_firing");
  const reason = db()
    .select({ reason: failed.reason })
    .from(failed)
    .where(and(...[eq(failed.agentId, jobs.agentId), eq(failed.jobId, jobs.id)], eq(failed.status, "failed")))
    .orderBy(desc(failed.dueAt))
    .limit(1);
  const groups = db()
    .select({
      ...{ jobId, kind, name: jobs.name, status: raw<JobRunStatus>`${statusNow}`.as("status_now") },
      off: raw<string | null>`case when not ${jobs.enabled} and ${jobs.failures} >= ${MAX_FAILURES}
        then coalesce(${reason}, '') end`.as("off"),
      count: raw<number>`count(*)::int`.as("count"),
      cost: raw<number | null>`sum(${jobRuns.cost})`.as("spent"),
      last: raw<string>`max(${dueAt})`.as("last"),
      conversation: raw<string | null>`
        (array_agg(${conversationId} order by ${dueAt} desc) filter (where ${conversationId} is not null))[1]`.as(
        "conversation",
      ),
    })
    .from(jobRuns)
    .leftJoin(runs, eq(runs.id, jobRuns.runId))
    .leftJoin(jobs, and(eq(jobs.agentId, jobRuns.agentId), eq(jobs.id, jobId)))
    .where(and(eq(jobRuns.agentId, agentId), gt(dueAt, since)))
    .groupBy(raw`1, 2, 3, 4, 5`)
    .as("by_status");
  const { status, count, cost, last, conversation, off } = groups;
  const rows = await db()
    .select({
      ...{ jobId: groups.jobId, kind: raw<JobKind>`min(${groups.kind})` },
      name: raw<string | null>`min(${groups.name})`,
      offBecause: raw<string | null>`min(${off})`,
      cost: raw<number | null>`sum(${cost})`,
      counts: raw<
        AwayView["runs"][number]["counts"]
      >`json_agg(json_build_object('status', ${status}, 'count', ${count}))`,
      conversationId: raw<string | null>`
        (array_agg(${conversation} order by ${last} desc) filter (where ${conversation} is not null))[1]`,
    })
    .from(groups)
    .groupBy(groups.jobId)
    .orderBy(desc(raw`max(${last})`))
    .limit(MAX_ENTRIES + 1);
  return rows.map(({ offBecause, ...row }) => ({ ...row, ...(offBecause !== null && { offBecause }) }));
}
