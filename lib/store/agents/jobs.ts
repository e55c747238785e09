import { and, asc, count, desc, eq, ne, sql as raw, type SQL } from "drizzle-orm";
import type { ISql, TransactionSql } from "postgres";
import { jobRuns, jobs, runs } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { JobRunStatus } from "@/lib/shared/jobs/contract";
import type { JobContent } from "@/lib/shared/jobs/fields";
import type { JobKind } from "@/lib/shared/jobs/kinds";
import type { Marked } from "@/lib/shared/origins";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql, toIso } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { liveOrigins, originsOf } from "@/lib/store/origins";
import { type By, changing } from "@/lib/store/revisions";
import type { JobRow } from "@/lib/store/rows";
import { type Sql, valuesTable } from "@/lib/store/sql-fragments";
import { type Plan, putJob } from "./job-versions";

export const KIND = "job" as const;

export type Job = Pick<
  JobRow,
  | "id"
  | "agentId"
  | "name"
  | "instruction"
  | "enabled"
  | "conversationId"
  | "nextRunAt"
  | "lastDueAt"
  | "failures"
  | "tokenHash"
  | "createdAt"
> &
  Pick<JobContent, "kind" | "spec"> & { lastRunAt: string | null; lastStatus: JobRunStatus | null };

/**
 * SQL for the current status of a `job_runs` row: that of its run while the row is open, because the row is
 * updated later. A stopped run counts as failed.
 */
export const statusNow = raw<JobRunStatus>`
  case when ${jobRuns.status} in ('running', 'waiting') and ${runs.id} is not null
    then case ${runs.status} when 'stopped' then 'failed' else ${runs.status} end else ${jobRuns.status} end`;

function selectJobs(where: SQL | undefined) {
  const last = db()
    .select({
      lastRunAt: raw<string | null>`coalesce(${jobRuns.startedAt}, ${jobRuns.dueAt})`.as("last_run_at"),
      lastStatus: raw<JobRunStatus | null>`${statusNow}`.as("last_status"),
    })
    .from(jobRuns)
    .leftJoin(runs, eq(runs.id, jobRuns.runId))
    .where(
      and(eq(jobRuns.agentId, jobs.agentId), eq(jobRuns.jobId, jobs.id), raw`${jobRuns.status} <> 'queued'`),
    )
    .orderBy(desc(jobRuns.dueAt))
    .limit(1)
    .as("last_firing");
  const { id, agentId, kind, name, instruction, enabled, spec, conversationId } = jobs;
  const { nextRunAt, lastDueAt, failures, tokenHash, createdAt } = jobs;
  return db()
    .select({
      ...{ id, agentId, kind, name, instruction, enabled, spec, conversationId },
      ...{ nextRunAt, lastDueAt, failures, tokenHash, createdAt },
      ...{ lastRunAt: last.lastRunAt, lastStatus: last.lastStatus },
    })
    .from(jobs)
    .leftJoinLateral(last, raw`true`)
    .where(where);
}

export async function listJobs(agentId: string, kinds: readonly JobKind[]): Promise<Job[]> {
  const rows = await selectJobs(ofKinds(agentId, kinds)).orderBy(asc(jobs.createdAt), asc(jobs.id));
  return rows.map(toJob);
}

export async function readJob(agentId: string, id: string): Promise<Job | null> {
  const [row] = await selectJobs(at(agentId, id));
  return row ? toJob(row) : null;
}

export async function findPulse(agentId: string): Promise<Job | null> {
  // A literal instead of a parameter, so that the planner uses the partial index of pulses.
  const [row] = await selectJobs(and(eq(jobs.agentId, agentId), raw`${jobs.kind} = 'pulse'`));
  return row ? toJob(row) : null;
}

const at = (agentId: string, id: string) => and(eq(jobs.agentId, agentId), eq(jobs.id, id));

const ofKinds = (agentId: string, kinds: readonly JobKind[]) =>
  and(
    eq(jobs.agentId, agentId),
    raw`${jobs.kind} in (select json_array_elements_text(${asJson(kinds)}::json))`,
  );

/** Specs are validated before they are stored, so the spec of a row fits the kind of its job. */
type Row = Omit<Job, "spec"> & { spec: unknown };

const toJob = (row: Row): Job => ({
  ...(row as Job),
  createdAt: toIso(row.createdAt),
  nextRunAt: toIso(row.nextRunAt),
  lastDueAt: toIso(row.lastDueAt),
  lastRunAt: toIso(row.lastRunAt),
});

type Save = {
  content: JobContent;
  by: By;
  plan: Plan;
  enabled?: boolean;
  /** For a new job: limits the number of jobs of these kinds. */
  quota?: Quota;
};
type Quota = { kinds: readonly JobKind[]; max: number; what: string };

/**
 * Throws `conflict` if the agent already has the maximum of such jobs. The lock makes concurrent inserts wait
 * for each other, so that they cannot exceed the maximum together.
 */
async function assertQuota(tx: TransactionSql, agentId: string, { kinds, max, what }: Quota): Promise<void> {
  await lockName(tx, `${agentId} jobs`);
  const [row] = await db(tx).select({ count: count() }).from(jobs).where(ofKinds(agentId, kinds));
  if ((row?.count ?? 0) >= max)
    throw new AppError("conflict", `There are already ${max} ${what}, the maximum. Delete one first.`);
}

/** Creates a job or stores a new version. `enabled` is not versioned. */
export async function saveJob(
  agentId: string,
  id: string,
  { content, by, plan, enabled, quota }: Save,
): Promise<void> {
  await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    if (quota) await assertQuota(tx, agentId, quota);
    await putJob(tx, add, agentId, id, { content, ...by }, plan);
    if (enabled !== undefined)
      await setEnabled(tx, agentId, id, enabled, plan(content, { agentId, id }).nextRunAt);
  });
  publishJobs(agentId);
}

/**
 * Enables a job, due at `nextRunAt`, or disables it. Enabling resets its failures; disabling drops waiting
 * events.
 */
export async function enableJob(
  agentId: string,
  id: string,
  enabled: boolean,
  nextRunAt: string | null,
): Promise<void> {
  await setEnabled(sql(), agentId, id, enabled, nextRunAt);
  publishJobs(agentId);
}

const setEnabled = (on: ISql, agentId: string, id: string, enabled: boolean, nextRunAt: string | null) =>
  db(on)
    .update(jobs)
    .set({
      enabled,
      ...(enabled
        ? {
            nextRunAt,
            failures: 0,
            mailSince: raw`case when ${jobs.kind} = 'mail' then clock_timestamp() end`,
          }
        : { nextRunAt: null, waiting: [] }),
      updatedAt: raw`now()`,
    })
    .where(and(at(agentId, id), ne(jobs.enabled, enabled)));

export async function removeJob(agentId: string, id: string, by: By): Promise<boolean> {
  const gone = await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    const [row] = await db(tx)
      .select({ conversationId: jobs.conversationId })
      .from(jobs)
      .where(at(agentId, id));
    if (!row) return null;
    await putJob(tx, add, agentId, id, { content: null, ...by }, () => ({
      nextRunAt: null,
      tokenHash: null,
    }));
    return row;
  });
  if (!gone) return false;
  if (gone.conversationId) publish({ type: "conversation", agent: agentId, id: gone.conversationId });
  publishJobs(agentId);
  return true;
}

/** Returns those of the jobs whose text may include web content, with its origins. */
export async function marksOf(agentId: string, ids: readonly string[]): Promise<Marked[]> {
  const rows = await db()
    .select({ name: raw<string>`marked.id`, origins: liveOrigins(agentId, KIND, raw`marked.id`) })
    .from(raw`json_array_elements_text(${asJson(ids)}::json) as marked(id)`);
  return rows.flatMap(({ name, origins }) => (origins?.length ? [{ kind: KIND, name, origins }] : []));
}

export type PromptJob = Pick<Job, "id" | "kind" | "name" | "enabled" | "spec" | "nextRunAt"> & {
  origins: string[];
  /** Times of the pulse's job runs, newest first; null for other jobs. */
  fired: string[] | null;
};

/** More than the pulse can fire in a day. */
const MAX_FIRED = 60;

/** SQL for the times at which job `j` fired, newest first, as JSON; null if never. */
const fired = () => sql()`(
  select json_agg(at) from (
    select coalesce(f.started_at, f.due_at) as at from job_runs f
    where f.agent_id = j.agent_id and f.job_id = j.id and f.status in ('running', 'waiting', 'completed', 'failed')
    order by f.due_at desc limit ${MAX_FIRED}) times)`;

export async function readFired(agentId: string, id: string): Promise<string[]> {
  const rows = await db()
    .select({ at: raw<string>`to_json(coalesce(${jobRuns.startedAt}, ${jobRuns.dueAt}))` })
    .from(jobRuns)
    .innerJoin(jobs, and(eq(jobs.agentId, jobRuns.agentId), eq(jobs.id, jobRuns.jobId)))
    .where(and(at(agentId, id), raw`${jobRuns.status} in ('running', 'waiting', 'completed', 'failed')`))
    .orderBy(desc(jobRuns.dueAt))
    .limit(MAX_FIRED);
  return rows.map((row) => row.at);
}

/** The pulse, and one job more than prompts list, so that the prompt can tell that there are more. */
const MAX_PROMPT_JOBS = 22;

/** SQL for the pulse (enabled or not) and the enabled jobs, as JSON, for statements that include them. */
export const promptJobs = (agentId: Sql) => sql()`(
  select json_agg(n) from (
    select j.id, j.kind, j.name, j.enabled, j.spec, j.next_run_at as "nextRunAt",
      coalesce((${originsOf(sql()`j.agent_id`, KIND, sql()`j.id::text`)}), '[]') as origins,
      case when j.kind = 'pulse' then ${fired()} end as fired
    from ${valuesTable({ agent: sql()`${agentId}::uuid` })}, jobs j
    where j.agent_id = given.agent and (j.enabled or j.kind = 'pulse')
    order by j.kind = 'pulse' desc, j.created_at limit ${MAX_PROMPT_JOBS}) n)`;

export async function readPromptJobs(agentId: string): Promise<PromptJob[]> {
  const [row] = await sql()<
    { jobs: PromptJob[] | null }[]
  >`select ${promptJobs(sql()`${agentId}::uuid`)} as jobs`;
  return row?.jobs ?? [];
}

export const publishJobs = (agent: string): void => publish({ type: "jobs", agent });
