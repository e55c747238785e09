import { and, asc, eq, isNull, lt, ne, notExists, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql, TransactionSql } from "postgres";
import { jobRuns, jobs, runs } from "@/drizzle/schema";
import { asJson, db, sql } from "@/lib/store/db";
import { type Claimed, insertQueued, type Settled, settleOpen, skipQueued } from "@/lib/store/hot/jobs";
import { liveOrigins } from "@/lib/store/origins";
import type { JobRunRow } from "@/lib/store/rows";
import { type Job, KIND, publishJobs } from "./jobs";

export type { Settled };

/**
 * Returns a queued job run with its job's current fields, or null if it has started or was settled otherwise.
 */
export async function readQueued(id: string): Promise<JobRun | null> {
  const { agentId, jobId, kind, dueAt, events } = jobRuns;
  const other = alias(jobRuns, "earlier_firing");
  const run = alias(runs, "earlier_run");
  const open = db()
    .select({
      open: raw`json_build_object('status', coalesce(${run.status}, ${other.status}), 'id', ${other.id})`,
    })
    .from(other)
    .leftJoin(run, eq(run.id, other.runId))
    .where(
      and(
        ...[eq(other.agentId, agentId), eq(other.jobId, jobId), ne(other.id, jobRuns.id)],
        raw`${other.status} in ('running', 'waiting')`,
        raw`(${run.id} is null or ${run.status} in ('running', 'waiting'))`,
      ),
    )
    .limit(1);
  const [row] = await db()
    .select({
      ...{ id: jobRuns.id, agentId, jobId, kind, dueAt, events },
      ...{ name: jobs.name, instruction: jobs.instruction, spec: jobs.spec },
      origins: liveOrigins(agentId, KIND, raw`${jobId}::text`),
      open: raw<JobRun["open"]>`(${open})`,
    })
    .from(jobRuns)
    .leftJoin(jobs, and(eq(jobs.agentId, agentId), eq(jobs.id, jobId)))
    .where(and(eq(jobRuns.id, id), eq(jobRuns.status, "queued")));
  if (!row) return null;
  const { instruction, origins, ...rest } = row;
  return {
    ...{ ...rest, instruction: instruction ?? "", origins: origins ?? [] },
    dueAt: new Date(row.dueAt).toISOString(),
  };
}

export type JobRun = Pick<JobRunRow, "id" | "agentId" | "jobId" | "kind" | "dueAt" | "events"> & {
  /** Name of the job; null if the job was deleted in the meantime. */
  name: string | null;
  instruction: string;
  spec: unknown;
  origins: string[];
  open: { id: string; status: string } | null;
};

/**
 * Skips a job run before it starts, and keeps its events for the job's next run. With `until`, an ISO time, a job
 * that would not become due again is due then: a reminder, or a trigger with events.
 */
export async function skipRun(
  { id, agentId, events }: JobRun,
  reason: string,
  until: string | null = null,
): Promise<void> {
  await skipQueued(id, reason, until, (events?.length ?? 0) > 0 || until !== null);
  publishJobs(agentId);
}

/** Error codes of failures that the job did not cause: an exceeded budget, and outages. */
export type Blameless = { overBudget: readonly string[]; outages: readonly string[] };

const AGAIN_MS = 600_000;

/**
 * Updates job runs from their runs: status, cost and tokens. Returns the ended job runs. If a budget ended a
 * run before its first step, its job run becomes a skipped one. Stopped runs and failures by a budget or an
 * outage do not count towards disabling the job.
 */
export async function settleRuns({ overBudget, outages }: Blameless, on: ISql = sql()): Promise<Settled[]> {
  return settleOpen(on, { overBudget, outages, againMs: AGAIN_MS, maxFailures: MAX_FAILURES });
}

/**
 * Number of consecutive failures after which the job is disabled. The user is notified then, and after
 * FAILURES_BEFORE_NOTICE.
 */
export const MAX_FAILURES = 10;
export const FAILURES_BEFORE_NOTICE = 3;

/** Lists up to 100 job runs that were queued more than `olderThanMs` ago and that no worker has started. */
export async function listStaleRuns(olderThanMs: number): Promise<Claimed[]> {
  return (
    db()
      .select({ id: jobRuns.id, agentId: jobRuns.agentId })
      .from(jobRuns)
      // A literal instead of a parameter, so that the planner uses the partial index of open job runs.
      .where(
        and(
          raw`${jobRuns.status} = 'queued'`,
          lt(jobRuns.createdAt, raw`now() - ${olderThanMs} * interval '1 ms'`),
        ),
      )
      .orderBy(asc(jobRuns.createdAt))
      .limit(100)
  );
}

/** Queues a job run at the user's request. Returns its id, or null if an earlier one has not ended. */
export async function addRun(
  job: Pick<Job, "id" | "agentId" | "kind">,
  enqueue: (tx: TransactionSql, jobRuns: Claimed[]) => Promise<unknown>,
): Promise<string | null> {
  const id = await sql().begin(async (tx) => {
    await db(tx).select({ id: jobs.id }).from(jobs).where(at(job.agentId, job.id)).for("update");
    const [made] = await insertQueued(tx, job);
    if (!made) return null;
    await enqueue(tx, [made]);
    return made.id;
  });
  if (id) publishJobs(job.agentId);
  return id;
}

/** Milliseconds between two job runs, and the maximum events that wait for one. */
export type EventLimits = { apartMs: number; maxWaiting: number };

/**
 * Appends an event for a trigger and sets when it fires: at least `apartMs` after the last job run. Returns
 * false if the trigger is disabled or missing, or already has `maxWaiting` events.
 */
export async function noteEvent(
  job: Pick<Job, "agentId" | "id">,
  event: unknown,
  limits: EventLimits,
): Promise<boolean> {
  const isAdded = await addEvent(sql(), job, event, limits);
  if (isAdded) publishJobs(job.agentId);
  return isAdded;
}

/**
 * Makes triggers due whose events waited for a run in their conversation that has ended since: at least `apartMs` after the last job run.
 * Returns their agents.
 */
export async function resumeTriggers({ apartMs }: Pick<EventLimits, "apartMs">): Promise<string[]> {
  const { waiting, nextRunAt, lastDueAt } = jobs;
  const open = db()
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .leftJoin(runs, eq(runs.id, jobRuns.runId))
    .where(
      and(
        ...[eq(jobRuns.agentId, jobs.agentId), eq(jobRuns.jobId, jobs.id)],
        raw`${jobRuns.status} in ('queued', 'running', 'waiting')`,
        raw`(${runs.id} is null or ${runs.status} in ('running', 'waiting'))`,
      ),
    );
  const live = db()
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.conversationId, jobs.conversationId), raw`${runs.status} in ('running', 'waiting')`));
  const hasEvents = raw`json_array_length(${waiting}) > 0`;
  const rows = await db()
    .update(jobs)
    .set({ nextRunAt: earliest(lastDueAt, apartMs) })
    .where(and(jobs.enabled, isNull(nextRunAt), hasEvents, notExists(open), notExists(live)))
    .returning({ agentId: jobs.agentId });
  return rows.map(({ agentId }) => agentId);
}

const earliest = (lastDueAt: typeof jobs.lastDueAt, apartMs: number) => raw`greatest(
  date_trunc('milliseconds', clock_timestamp()), ${lastDueAt} + ${apartMs} * interval '1 ms')`;

/** `noteEvent` as part of a transaction. Call `publishJobs` after it. */
export async function addEvent(
  on: ISql,
  { agentId, id }: Pick<Job, "agentId" | "id">,
  event: unknown,
  { apartMs, maxWaiting }: EventLimits,
): Promise<boolean> {
  const { waiting, nextRunAt, lastDueAt } = jobs;
  const rows = await db(on)
    .update(jobs)
    .set({
      waiting: raw`(select json_agg(e) from (
        select json_array_elements(${waiting}) as e union all select ${asJson(event)}::json) noted)`,
      nextRunAt: raw`coalesce(${nextRunAt}, ${earliest(lastDueAt, apartMs)})`,
    })
    .where(and(at(agentId, id), jobs.enabled, raw`json_array_length(${waiting}) < ${maxWaiting}`))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

const at = (agentId: string, id: string) => and(eq(jobs.agentId, agentId), eq(jobs.id, id));
