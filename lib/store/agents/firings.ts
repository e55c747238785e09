import { and, asc, eq, lt, ne, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql, TransactionSql } from "postgres";
import { jobRuns, jobs, runs } from "@/drizzle/schema";
import { asJson, db, sql } from "@/lib/store/db";
import { type Claimed, insertQueued, type Settled, settleOpen, skipQueued } from "@/lib/store/hot/jobs";
import { liveOrigins } from "@/lib/store/origins";
import type { JobRunRow } from "@/lib/store/rows";
import { type Job, KIND, publishJobs } from "./jobs";

export type { Settled };

/** A firing that is to begin, with its job as it is now; null where it has begun or was settled otherwise. */
export async function readQueued(id: string): Promise<Firing | null> {
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
      open: raw<Firing["open"]>`(${open})`,
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

export type Firing = Pick<JobRunRow, "id" | "agentId" | "jobId" | "kind" | "dueAt" | "events"> & {
  /** Null where the job was deleted meanwhile. */
  name: string | null;
  instruction: string;
  spec: unknown;
  /** Origins on the web whose text may be in its instruction. */
  origins: string[];
  /** An earlier firing of the job that is not over. */
  open: { id: string; status: string } | null;
};

/**
 * Skips a firing before it begins, and keeps its events for the next one. With `until`, an ISO time, what would not come
 * due again is due then: a reminder, and triggers with events.
 */
export async function skipRun(
  { id, agentId, events }: Firing,
  reason: string,
  until: string | null = null,
): Promise<void> {
  await skipQueued(id, reason, until, (events?.length ?? 0) > 0 || until !== null);
  publishJobs(agentId);
}

/** Codes of failed runs, by cause: the job's budget was spent, or the job was not at fault. */
export type Blameless = { overBudget: readonly string[]; outages: readonly string[] };

/** A firing that the budget ended before its first step is tried again after this. */
const AGAIN_MS = 600_000;

/**
 * Updates firings whose runs have gone on: status, cost and tokens as they are now. Returns the ended firings. A run that a
 * budget ended before its first step is a skipped firing. Failures of a budget or an outage, and stopped runs, do not count
 * towards switching the job off.
 */
export async function settleRuns({ overBudget, outages }: Blameless, on: ISql = sql()): Promise<Settled[]> {
  return settleOpen(on, { overBudget, outages, againMs: AGAIN_MS, maxFailures: MAX_FAILURES });
}

/** After so many failures in a row a job is switched off; the person is told of it, and before that of three. */
export const MAX_FAILURES = 10;
export const TOLD_FAILURES = 3;

/** Firings that were handed over and have not begun: whoever had them is gone. */
export async function listStranded(olderThanMs: number): Promise<Claimed[]> {
  return (
    db()
      .select({ id: jobRuns.id, agentId: jobRuns.agentId })
      .from(jobRuns)
      // Written out and no parameter, so that the index of open firings can serve it.
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

/** Puts a firing of now into the queue, by the person's hand. Null where an earlier one is not over. */
export async function addRun(
  job: Pick<Job, "id" | "agentId" | "kind">,
  enqueue: (tx: TransactionSql, firings: Claimed[]) => Promise<unknown>,
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

/**
 * Notes what has happened for a trigger, and when it may fire: at least `apartMs` after the last time. False where too
 * much waits already.
 */
export async function noteEvent(
  { agentId, id }: Pick<Job, "agentId" | "id">,
  event: unknown,
  { apartMs, most }: { apartMs: number; most: number },
): Promise<boolean> {
  const { waiting, nextRunAt, lastDueAt } = jobs;
  const rows = await db()
    .update(jobs)
    .set({
      waiting: raw`(select json_agg(e) from (
        select json_array_elements(${waiting}) as e union all select ${asJson(event)}::json) noted)`,
      nextRunAt: raw`coalesce(${nextRunAt}, greatest(
        date_trunc('milliseconds', clock_timestamp()), ${lastDueAt} + ${apartMs} * interval '1 ms'))`,
    })
    .where(and(at(agentId, id), jobs.enabled, raw`json_array_length(${waiting}) < ${most}`))
    .returning({ id: jobs.id });
  if (rows.length > 0) publishJobs(agentId);
  return rows.length > 0;
}

const at = (agentId: string, id: string) => and(eq(jobs.agentId, agentId), eq(jobs.id, id));
