import type { ISql, TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";
import { originsOf } from "@/lib/store/origins";
import type { JobRunRow } from "@/lib/store/rows";
import { type Job, KIND, publishJobs } from "./jobs";
import { settingOf } from "./settings";

/** So many jobs are claimed at once that no server keeps the others waiting. */
const AT_ONCE = 50;

/** A job that is due, and what has happened since its last firing. */
export type DueJob = Pick<Job, "id" | "agentId" | "kind" | "name" | "spec"> & {
  nextRunAt: string;
  lastDueAt: string | null;
  /** As set by the person of its agent; what the pulse goes by. */
  settings: unknown;
};

/** What becomes of the times that a job was due at: at most one fires, the others are missed, and why. */
export type Slots = {
  fires: string | null;
  missed: string[];
  reason: string;
  nextRunAt: string | null;
  isOver?: boolean;
};

export type Claimed = Pick<JobRunRow, "id" | "agentId">;

/**
 * Takes what is due, on one server alone, and plans the next time, in one transaction: each time of a job is a row once,
 * whatever dies in between. `enqueue` hands the firings over in it.
 */
export async function claimDue(
  plan: (job: DueJob, now: Date) => Slots,
  enqueue: (tx: TransactionSql, firings: Claimed[]) => Promise<unknown>,
  at: Date | null = null,
): Promise<number> {
  const agents = await sql().begin(async (tx) => {
    const [clock] = await tx<
      { now: string }[]
    >`select coalesce(${at?.toISOString() ?? null}::timestamptz, clock_timestamp()) as now`;
    const now = new Date(clock?.now ?? Date.now());
    const due = await tx<(DueJob & { waiting: unknown[] })[]>`
      select j.id, j.agent_id as "agentId", j.kind, j.name, j.spec, j.next_run_at as "nextRunAt", j.last_due_at as "lastDueAt", j.waiting,
        ${settingOf(sql()`j.agent_id`, "general")} as settings
      from jobs j where j.enabled and j.next_run_at <= ${now.toISOString()} and ${isAtWork()}
      order by j.next_run_at limit ${AT_ONCE} for update of j skip locked`;
    if (due.length === 0) return [];
    const rows = due.map((job) => ({ job, slots: plan(job, now) }));
    const firings = await insertRuns(tx, rows);
    await tx`
      update jobs j set next_run_at = p.next::timestamptz, last_due_at = coalesce(p.fired::timestamptz, j.last_due_at),
        enabled = not p.over, waiting = case when p.fired is null then j.waiting else '[]' end
      from json_to_recordset(${asJson(
        rows.map(({ job, slots }) => ({
          ...{ agent: job.agentId, id: job.id, next: slots.nextRunAt },
          ...{ fired: slots.fires, over: slots.isOver ?? false },
        })),
      )}::json) as p(agent uuid, id uuid, next text, fired text, over boolean)
      where j.agent_id = p.agent and j.id = p.id`;
    if (firings.length > 0) await enqueue(tx, firings);
    return due.map(({ agentId }) => agentId);
  });
  for (const agent of new Set(agents)) publishJobs(agent);
  return agents.length;
}

/** Of a job `j`: its agent is neither archived nor deleted. */
const isAtWork = () =>
  sql()`exists (select from agents a where a.id = j.agent_id and a.archived_at is null and a.deleted_at is null)`;

/** A row for each time; gives those that fire. */
async function insertRuns(
  tx: TransactionSql,
  rows: { job: DueJob & { waiting: unknown[] }; slots: Slots }[],
): Promise<Claimed[]> {
  const given = rows.flatMap(({ job, slots: { fires, missed, reason } }) => {
    const one = { agent: job.agentId, job: job.id, kind: job.kind };
    return [
      ...missed.map((due) => ({ ...one, due, status: "missed", reason, events: null })),
      ...(fires === null
        ? []
        : [{ ...one, due: fires, status: "queued", reason: null, events: eventsOf(job) }]),
    ];
  });
  return tx<Claimed[]>`
    with made as (
      insert into job_runs (agent_id, kind, job_id, due_at, status, reason, events, ended_at)
      select agent, kind, job, due::timestamptz, status, reason, events::json, case when status = 'missed' then now() end
      from json_to_recordset(${asJson(given)}::json)
        as r(agent uuid, kind text, job uuid, due text, status text, reason text, events text)
      on conflict (agent_id, job_id, due_at) do nothing returning id, agent_id, status
    )
    select id, agent_id as "agentId" from made where status = 'queued'`;
}

const eventsOf = ({ waiting }: { waiting: unknown[] }) => (waiting.length > 0 ? asJson(waiting) : null);

/** When the next job is due, by the clock of the database; null where none is. */
export async function msUntilDue(): Promise<number | null> {
  const [row] = await sql()<{ ms: number | null }[]>`
    select (extract(epoch from min(next_run_at) - clock_timestamp()) * 1000)::float8 as ms from jobs     j where enabled and next_run_at is not null and ${isAtWork()}`;
  return row?.ms ?? null;
}

/** A firing that is to begin, with its job as it is now; null where it has begun or was settled otherwise. */
export async function readQueued(id: string): Promise<Firing | null> {
  const [row] = await sql()<Firing[]>`
    select f.id, f.agent_id as "agentId", f.job_id as "jobId", f.kind, f.due_at as "dueAt", f.events,
      j.name, j.instruction, j.spec, coalesce((${originsOf(sql()`f.agent_id`, KIND, sql()`f.job_id::text`)}), '[]') as origins,
      (select json_build_object('status', coalesce(r.status, o.status), 'id', o.id) from job_runs o left join runs r on r.id = o.run_id
        where o.agent_id = f.agent_id and o.job_id = f.job_id and o.id <> f.id and o.status in ('running', 'waiting')
          and (r.id is null or r.status in ('running', 'waiting')) limit 1) as open
    from job_runs f left join jobs j on j.agent_id = f.agent_id and j.id = f.job_id
    where f.id = ${id} and f.status = 'queued'`;
  return row ? { ...row, dueAt: new Date(row.dueAt).toISOString() } : null;
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
  await sql()`
    with f as (
      update job_runs set status = 'skipped', reason = ${reason}, ended_at = now() where id = ${id} and status = 'queued'
      returning agent_id, job_id, events
    )
    update jobs j set ${putBack(sql()`${until}::timestamptz`)} from f
    where j.agent_id = f.agent_id and j.id = f.job_id and ${(events?.length ?? 0) > 0 || until !== null}`;
  publishJobs(agentId);
}

/** The columns of a job `j` whose firing `f` did nothing: its events wait again, and a reminder is due at `until`. */
const putBack = (until: Sql): Sql => sql()`
  waiting = (select coalesce(json_agg(e), '[]') from (
    select json_array_elements(coalesce(f.events, '[]')) as e union all select json_array_elements(j.waiting)) kept),
  enabled = j.enabled or (j.kind = 'once' and ${until} is not null),
  next_run_at = case when j.kind = 'once' or json_array_length(coalesce(f.events, '[]')) > 0
    then coalesce(j.next_run_at, ${until}) else j.next_run_at end`;

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
  const isAmong = (codes: readonly string[]) =>
    sql()`coalesce(r.error->>'code' in (select json_array_elements_text(${asJson(codes)}::json)), false)`;
  return on<Settled[]>`
    with gone_on as (
      select f.id, case when r.status = 'failed' and r.steps = 0 and ${isAmong(overBudget)} then 'skipped'
          when r.status = 'stopped' then 'failed' else r.status end as status, r.error, r.ended_at,
        r.status = 'stopped' as stopped, r.status = 'stopped' or ${isAmong([...overBudget, ...outages])} as blameless, f.kind = 'pulse' and ${saysOnly("PULSE_OK")} as idle, r.input_tokens + r.output_tokens as tokens,
        (select sum((m.metadata->'usage'->>'cost')::float8) from messages m
          where m.conversation_id = f.conversation_id and m.role = 'assistant' and m.active and m.position > (
            select q.position from messages q where q.conversation_id = f.conversation_id and q.id = 'job:' || f.job_id || ':' || ${dueText()})) as cost
      from job_runs f join runs r on r.id = f.run_id
      where f.status in ('running', 'waiting') and f.status <> r.status and r.status <> 'running'
      for update of f skip locked
    ), settled as (
      update job_runs f set status = g.status, cost = g.cost, tokens = g.tokens, ended_at = g.ended_at,
        reason = case when g.stopped then 'You stopped it.' when g.idle then 'Nothing to do.' else g.error->>'message' end
      from gone_on g where f.id = g.id returning f.id, f.agent_id, f.job_id, f.status, f.events, g.blameless
    ), skipped as (
      update jobs j set ${putBack(sql()`now() + ${AGAIN_MS} * interval '1 ms'`)}
      from settled f where f.status = 'skipped' and j.agent_id = f.agent_id and j.id = f.job_id
    ), counted as (
      update jobs j set failures = case when s.status = 'completed' then 0 else j.failures + 1 end,
        enabled = j.enabled and (s.status = 'completed' or j.failures + 1 < ${MAX_FAILURES})
      from settled s
      where j.agent_id = s.agent_id and j.id = s.job_id and (s.status = 'completed' or (s.status = 'failed' and not s.blameless))
      returning j.agent_id, j.id, j.failures, j.enabled
    )
    select s.id, s.agent_id as "agentId", s.job_id as "jobId", s.status, coalesce(c.failures, 0) as failures
    from settled s left join counted c on c.agent_id = s.agent_id and c.id = s.job_id`;
}

/** Whether the message of a run `r` has this text and no other. Compared as JSON, which may hold what no text of Postgres can. */
const saysOnly = (text: string) => sql()`(
  select coalesce(bool_and(btrim((p->'text')::text, '" ') = ${text}), false) from messages m, json_array_elements(m.parts) p
  where m.conversation_id = r.conversation_id and m.id = r.message_id and p->>'type' = 'text')`;

/** After so many failures in a row a job is switched off; the person is told of it, and before that of three. */
export const MAX_FAILURES = 10;
export const TOLD_FAILURES = 3;

/** As message ids have it. */
const dueText = () => sql()`to_char(f.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export type Settled = { id: string; agentId: string; jobId: string; status: string; failures: number };

/** Firings that were handed over and have not begun: whoever had them is gone. */
export async function listStranded(olderThanMs: number): Promise<Claimed[]> {
  return sql()<Claimed[]>`
    select id, agent_id as "agentId" from job_runs
    where status = 'queued' and created_at < now() - ${olderThanMs} * interval '1 ms' order by created_at limit 100`;
}

/** Puts a firing of now into the queue, by the person's hand. Null where an earlier one is not over. */
export async function addRun(
  job: Pick<Job, "id" | "agentId" | "kind">,
  enqueue: (tx: TransactionSql, firings: Claimed[]) => Promise<unknown>,
): Promise<string | null> {
  const id = await sql().begin(async (tx) => {
    await tx`select from jobs where agent_id = ${job.agentId} and id = ${job.id} for update`;
    const [made] = await tx<Claimed[]>`
      insert into job_runs (agent_id, kind, job_id, due_at, status, events)
      select ${job.agentId}, ${job.kind}, ${job.id}, date_trunc('milliseconds', clock_timestamp()), 'queued', null
      where not exists (
        select from job_runs o left join runs r on r.id = o.run_id
        where o.agent_id = ${job.agentId} and o.job_id = ${job.id} and o.status in ('queued', 'running', 'waiting')
          and (r.id is null or r.status in ('running', 'waiting')))
      returning id, agent_id as "agentId"`;
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
  const rows = await sql()`
    update jobs set
      waiting = (select json_agg(e) from (select json_array_elements(waiting) as e union all select ${asJson(event)}::json) noted),
      next_run_at = coalesce(next_run_at, greatest(date_trunc('milliseconds', clock_timestamp()), last_due_at + ${apartMs} * interval '1 ms'))
    where agent_id = ${agentId} and id = ${id} and enabled and json_array_length(waiting) < ${most} returning id`;
  if (rows.length > 0) publishJobs(agentId);
  return rows.length > 0;
}
