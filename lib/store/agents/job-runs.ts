import { AppError } from "@/lib/shared/errors";
import type { JobRunView } from "@/lib/shared/jobs/contract";
import { sql } from "@/lib/store/db";
import { statusOf } from "./jobs";

const PAGE = 50;

const columns = () => sql()`
  f.id, f.job_id as "jobId", f.kind, j.name, f.due_at as "dueAt", ${statusOf()} as status, f.reason, f.conversation_id as "conversationId",
  f.run_id as "runId", f.cost, f.tokens, f.started_at as "startedAt", f.ended_at as "endedAt"`;
const from = () => sql()`
  job_runs f left join runs r on r.id = f.run_id left join jobs j on j.agent_id = f.agent_id and j.id = f.job_id`;

/** The firings of a job, the newest first. */
export async function listRuns(
  agentId: string,
  jobId: string,
  { cursor, limit = PAGE }: { cursor?: string; limit?: number } = {},
): Promise<{ runs: JobRunView[]; nextCursor?: string }> {
  const before = cursor === undefined ? null : parseCursor(cursor);
  const rows = await sql()<JobRunView[]>`
    select ${columns()} from ${from()} where f.agent_id = ${agentId} and f.job_id = ${jobId}
      and (${before}::timestamptz is null or f.due_at < ${before}::timestamptz)
    order by f.due_at desc limit ${limit + 1}`;
  const page = rows.slice(0, limit).map(toView);
  const last = page.at(-1);
  return { runs: page, ...(rows.length > limit && last && { nextCursor: last.dueAt }) };
}

/** The firings of all jobs that were due in `[from, to)`, oldest first, and whether there were more. */
export async function listRunsBetween(
  agentId: string,
  since: string,
  to: string,
  limit: number,
): Promise<{ runs: JobRunView[]; isCut: boolean }> {
  const rows = await sql()<JobRunView[]>`
    select ${columns()} from ${from()} where f.agent_id = ${agentId} and f.due_at >= ${since} and f.due_at < ${to}
    order by f.due_at, f.id limit ${limit + 1}`;
  return { runs: rows.slice(0, limit).map(toView), isCut: rows.length > limit };
}

export async function readRun(agentId: string, id: string): Promise<JobRunView | null> {
  const [row] = await sql()<
    JobRunView[]
  >`select ${columns()} from ${from()} where f.agent_id = ${agentId} and f.id = ${id}`;
  return row ? toView(row) : null;
}

const toView = (row: JobRunView): JobRunView => ({
  ...row,
  dueAt: iso(row.dueAt),
  startedAt: row.startedAt && iso(row.startedAt),
  endedAt: row.endedAt && iso(row.endedAt),
});

const iso = (time: string) => new Date(time).toISOString();

function parseCursor(cursor: string): string {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(cursor) ? Date.parse(cursor) : Number.NaN;
  if (!Number.isNaN(at)) return cursor;
  throw new AppError("invalid", "The cursor is not one that a list gave. Leave it out to begin at the top.");
}

const KEPT_DAYS = 180;

/** Firings of long ago: their conversations tell what they did. */
export async function forgetOldRuns(): Promise<void> {
  await sql()`
    delete from job_runs where id in (
      select id from job_runs where due_at < now() - ${KEPT_DAYS} * interval '1 day' and status not in ('running', 'waiting') limit 5000)`;
}
