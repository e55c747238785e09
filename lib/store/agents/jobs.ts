import type { ISql, TransactionSql } from "postgres";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import type { JobRunStatus } from "@/lib/shared/jobs/contract";
import type { JobContent } from "@/lib/shared/jobs/fields";
import type { JobKind } from "@/lib/shared/jobs/kinds";
import type { Marked } from "@/lib/shared/origins";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import { given, type Sql } from "@/lib/store/given";
import { originsOf } from "@/lib/store/origins";
import { type Add, type By, changing, type NewRevision } from "@/lib/store/revisions";
import type { JobRow } from "@/lib/store/rows";
import { openConversation } from "./job-conversations";

export const KIND = "job" as const;

/** A job as it is stored, with what became of its last firing. */
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

/** The status of a firing `f` and its run `r`, which may have gone on since: what the person stopped has not been done. */
export const statusOf = () => sql()`
  case when f.status in ('running', 'waiting') and r.id is not null
    then case r.status when 'stopped' then 'failed' else r.status end else f.status end`;

const columns = () => sql()`
  j.id, j.agent_id as "agentId", j.kind, j.name, j.instruction, j.enabled, j.spec, j.conversation_id as "conversationId",
  j.next_run_at as "nextRunAt", j.last_due_at as "lastDueAt", j.failures, j.token_hash as "tokenHash", j.created_at as "createdAt",
  last."lastRunAt", last."lastStatus"`;

const withLast = () => sql()`
  jobs j left join lateral (
    select coalesce(f.started_at, f.due_at) as "lastRunAt", ${statusOf()} as "lastStatus"
    from job_runs f left join runs r on r.id = f.run_id
    where f.agent_id = j.agent_id and f.job_id = j.id and f.status <> 'queued' order by f.due_at desc limit 1
  ) last on true`;

/** Oldest first. */
export async function listJobs(agentId: string, kinds: readonly JobKind[]): Promise<Job[]> {
  const rows = await sql()<Job[]>`
    select ${columns()} from ${withLast()}
    where j.agent_id = ${agentId} and j.kind in (select json_array_elements_text(${asJson(kinds)}::json))
    order by j.created_at, j.id`;
  return rows.map(toJob);
}

export async function readJob(agentId: string, id: string): Promise<Job | null> {
  const [row] = await sql()<Job[]>`
    select ${columns()} from ${withLast()} where j.agent_id = ${agentId} and j.id = ${id}`;
  return row ? toJob(row) : null;
}

export async function findPulse(agentId: string): Promise<Job | null> {
  const [row] = await sql()<Job[]>`
    select ${columns()} from ${withLast()} where j.agent_id = ${agentId} and j.kind = 'pulse'`;
  return row ? toJob(row) : null;
}

const toJob = (row: Job): Job => ({
  ...row,
  createdAt: iso(row.createdAt),
  nextRunAt: row.nextRunAt && iso(row.nextRunAt),
  lastDueAt: row.lastDueAt && iso(row.lastDueAt),
  lastRunAt: row.lastRunAt && iso(row.lastRunAt),
});

const iso = (time: string) => new Date(time).toISOString();

/** What is kept of a job beside its content: of one that is written, what follows from it. */
export type Planned = { nextRunAt: string | null; tokenHash: string | null };
export type Plan = (content: JobContent, job: { agentId: string; id: string }) => Planned;

/**
 * Writes a version of a job and makes it the live one; null as content takes it away, and its conversation to the bin. What
 * an agent file brings is switched off: nobody here has asked for it to run.
 */
export async function putJob(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  id: string,
  revision: NewRevision & { content: JobContent | null },
  plan: Plan,
): Promise<WholeRevision> {
  const added = await add(revision);
  const { content, author } = revision;
  if (content === null) {
    await tx`
      with gone as (delete from jobs where agent_id = ${agentId} and id = ${id} returning conversation_id)
      update conversations set deleted_at = now() from gone where id = gone.conversation_id and deleted_at is null`;
    return added;
  }
  const { kind, name, instruction, spec } = content;
  const { nextRunAt, tokenHash } = plan(content, { agentId, id });
  const stateKey = content.kind === "state" ? content.spec.key : null;
  const conversation = await openConversation(tx, agentId, id, content);
  await tx`
    insert into jobs as j (id, agent_id, kind, name, instruction, enabled, spec, conversation_id, next_run_at, token_hash, state_key)
    values (${id}, ${agentId}, ${kind}, ${name}, ${instruction}, ${author !== "import"}, ${asJson(spec)}::json, ${conversation},
      ${nextRunAt}, ${tokenHash}, ${stateKey})
    on conflict (agent_id, id) do update set name = excluded.name, instruction = excluded.instruction, spec = excluded.spec,
      conversation_id = excluded.conversation_id, token_hash = coalesce(j.token_hash, excluded.token_hash), state_key = excluded.state_key,
      next_run_at = case when not j.enabled then null when j.spec::text = excluded.spec::text then j.next_run_at else excluded.next_run_at end,
      was_true = j.was_true and j.spec::text = excluded.spec::text, updated_at = now()`;
  return added;
}

type Save = {
  content: JobContent;
  by: By;
  plan: Plan;
  enabled?: boolean;
  /** Of one that is new: so many of these kinds fit. */
  quota?: Quota;
};
type Quota = { kinds: readonly JobKind[]; most: number; what: string };

/** One after the other, so that of many at once none is too many. */
async function assertRoom(tx: TransactionSql, agentId: string, { kinds, most, what }: Quota): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} jobs`}, 0))`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from jobs
    where agent_id = ${agentId} and kind in (select json_array_elements_text(${asJson(kinds)}::json))`;
  if ((row?.count ?? 0) >= most)
    throw new AppError("conflict", `There are ${most} ${what} already, and no more fit. Delete one first.`);
}

/** Writes a new version of a job, or the first; `enabled` is no part of a version. */
export async function saveJob(
  agentId: string,
  id: string,
  { content, by, plan, enabled, quota }: Save,
): Promise<void> {
  await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    if (quota) await assertRoom(tx, agentId, quota);
    await putJob(tx, add, agentId, id, { content, ...by }, plan);
    if (enabled !== undefined)
      await setEnabled(tx, agentId, id, enabled, plan(content, { agentId, id }).nextRunAt);
  });
  publishJobs(agentId);
}

/** Switches a job on, due at `nextRunAt`, or off. What is switched on begins with a clean record. */
export async function enableJob(
  agentId: string,
  id: string,
  enabled: boolean,
  nextRunAt: string | null,
): Promise<void> {
  await setEnabled(sql(), agentId, id, enabled, nextRunAt);
  publishJobs(agentId);
}

const setEnabled = (on: ISql, agentId: string, id: string, enabled: boolean, nextRunAt: string | null) => on`
  update jobs set enabled = ${enabled}, next_run_at = case when ${enabled} then ${nextRunAt}::timestamptz end,
    failures = case when ${enabled} then 0 else failures end, waiting = case when ${enabled} then waiting else '[]' end, updated_at = now()
  where agent_id = ${agentId} and id = ${id} and enabled is distinct from ${enabled}`;

/** Whether it was there. */
export async function removeJob(agentId: string, id: string, by: By): Promise<boolean> {
  const gone = await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    const [row] = await tx<{ conversationId: string | null }[]>`
      select conversation_id as "conversationId" from jobs where agent_id = ${agentId} and id = ${id}`;
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

/** Of these jobs, those whose text may hold some of the web. */
export async function marksOf(agentId: string, ids: readonly string[]): Promise<Marked[]> {
  const rows = await sql()<{ name: string; origins: string[] | null }[]>`
    select ids.name, (${originsOf(agentId, KIND, sql()`ids.name`)}) as origins
    from (select json_array_elements_text(${asJson(ids)}::json) as name) ids`;
  return rows.flatMap(({ name, origins }) => (origins?.length ? [{ kind: KIND, name, origins }] : []));
}

/** A job as prompts name it. */
export type PromptJob = Pick<Job, "id" | "kind" | "name" | "enabled" | "spec" | "nextRunAt"> & {
  origins: string[];
  /** When the pulse fired, newest first; null for other jobs. */
  fired: string[] | null;
};

/** More pulses than a day can have. */
const MAX_FIRED = 60;

/** The times, newest first, at which the job `j` fired, as JSON; null if it never did. */
const fired = () => sql()`(
  select json_agg(at) from (
    select coalesce(f.started_at, f.due_at) as at from job_runs f
    where f.agent_id = j.agent_id and f.job_id = j.id and f.status in ('running', 'waiting', 'completed', 'failed')
    order by f.due_at desc limit ${MAX_FIRED}) times)`;

export async function readFired(agentId: string, id: string): Promise<string[]> {
  const [row] = await sql()<{ fired: string[] | null }[]>`
    select ${fired()} as fired from jobs j where j.agent_id = ${agentId} and j.id = ${id}`;
  return row?.fired ?? [];
}

/** So many are brought along: one more than prompts name, and the pulse. */
const MAX_BROUGHT = 22;

/** The pulse, on or off, then the jobs that are on, as JSON, for statements that bring them along. */
export const promptJobs = (agentId: Sql) => sql()`(
  select json_agg(n) from (
    select j.id, j.kind, j.name, j.enabled, j.spec, j.next_run_at as "nextRunAt",
      coalesce((${originsOf(sql()`j.agent_id`, KIND, sql()`j.id::text`)}), '[]') as origins,
      case when j.kind = 'pulse' then ${fired()} end as fired
    from ${given({ agent: sql()`${agentId}::uuid` })}, jobs j
    where j.agent_id = given.agent and (j.enabled or j.kind = 'pulse')
    order by j.kind = 'pulse' desc, j.created_at limit ${MAX_BROUGHT}) n)`;

export async function readPromptJobs(agentId: string): Promise<PromptJob[]> {
  const [row] = await sql()<
    { jobs: PromptJob[] | null }[]
  >`select ${promptJobs(sql()`${agentId}::uuid`)} as jobs`;
  return row?.jobs ?? [];
}

export const publishJobs = (agent: string): void => publish({ type: "jobs", agent });
