import { and, asc, desc, eq, gte, inArray, lt, notInArray, sql as raw, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { jobRuns, jobs, runs } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { JobRunView } from "@/lib/shared/jobs/contract";
import { db, toIso } from "@/lib/store/db";
import { statusNow } from "./jobs";

const PAGE = 50;

function selectRuns(where: SQL | undefined) {
  const { id, jobId, kind, dueAt, reason, conversationId, runId, cost, tokens, startedAt, endedAt } = jobRuns;
  return db()
    .select({
      ...{ id, jobId, kind, name: jobs.name, dueAt, status: statusNow, reason },
      ...{ conversationId, runId, cost, tokens, startedAt, endedAt },
    })
    .from(jobRuns)
    .leftJoin(runs, eq(runs.id, runId))
    .leftJoin(jobs, and(eq(jobs.agentId, jobRuns.agentId), eq(jobs.id, jobId)))
    .where(where);
}

export async function listRuns(
  agentId: string,
  jobId: string,
  { cursor, limit = PAGE }: { cursor?: string; limit?: number } = {},
): Promise<{ runs: JobRunView[]; nextCursor?: string }> {
  const isBefore = cursor === undefined ? undefined : lt(jobRuns.dueAt, parseCursor(cursor));
  const rows = await selectRuns(and(eq(jobRuns.agentId, agentId), eq(jobRuns.jobId, jobId), isBefore))
    .orderBy(desc(jobRuns.dueAt))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(toView);
  const last = page.at(-1);
  return { runs: page, ...(rows.length > limit && last && { nextCursor: last.dueAt }) };
}

/** Lists the job runs of all jobs due in `[since, to)`, oldest first. `isCut`: more than `limit` were due. */
export async function listRunsBetween(
  agentId: string,
  since: string,
  to: string,
  limit: number,
): Promise<{ runs: JobRunView[]; isCut: boolean }> {
  const rows = await selectRuns(
    and(eq(jobRuns.agentId, agentId), gte(jobRuns.dueAt, since), lt(jobRuns.dueAt, to)),
  )
    .orderBy(asc(jobRuns.dueAt), asc(jobRuns.id))
    .limit(limit + 1);
  return { runs: rows.slice(0, limit).map(toView), isCut: rows.length > limit };
}

export async function readRun(agentId: string, id: string): Promise<JobRunView | null> {
  const [row] = await selectRuns(and(eq(jobRuns.agentId, agentId), eq(jobRuns.id, id)));
  return row ? toView(row) : null;
}

const toView = (row: JobRunView): JobRunView => ({
  ...row,
  dueAt: toIso(row.dueAt),
  startedAt: toIso(row.startedAt),
  endedAt: toIso(row.endedAt),
});

function parseCursor(cursor: string): string {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(cursor) ? Date.parse(cursor) : Number.NaN;
  if (!Number.isNaN(at)) return cursor;
  throw new AppError("invalid", "The cursor was not returned by a list. Omit it to start at the beginning.");
}

const RETENTION_DAYS = 180;

export async function forgetOldRuns(): Promise<void> {
  const old = alias(jobRuns, "old_runs");
  const isOld = raw`${old.dueAt} < now() - ${RETENTION_DAYS} * interval '1 day'`;
  const found = db()
    .select({ id: old.id })
    .from(old)
    .where(and(isOld, notInArray(old.status, ["running", "waiting"])))
    .limit(5000);
  await db().delete(jobRuns).where(inArray(jobRuns.id, found));
}
