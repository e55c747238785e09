import type { ISql, TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import type { JobRow, JobRunRow } from "@/lib/store/rows";
import type { Sql } from "@/lib/store/sql-fragments";

export type Claimed = Pick<JobRunRow, "id" | "agentId">;
export type Settled = { id: string; agentId: string; jobId: string; status: string; failures: number };

/** Returns `at`, or the database's time. Raw SQL: reads no table. */
export async function readClock(tx: TransactionSql, at: Date | null): Promise<Date> {
  const [clock] = await tx<
    { now: string }[]
  >`select coalesce(${at?.toISOString() ?? null}::timestamptz, clock_timestamp()) as now`;
  return new Date(clock?.now ?? Date.now());
}

/** A due time of a job, as a row of `job_runs`. `events` is JSON text. */
export type Slot = {
  agent: string;
  job: string;
  kind: JobRow["kind"];
  due: string;
  status: "missed" | "queued";
  reason: string | null;
  events: string | null;
};

/** Inserts a row for each due time. Returns the rows that fire. Raw SQL: writes in a CTE. */
export const insertSlots = (tx: TransactionSql, slots: readonly Slot[]) => tx<Claimed[]>`
  with made as (
    insert into job_runs (agent_id, kind, job_id, due_at, status, reason, events, ended_at)
    select agent, kind, job, due::timestamptz, status, reason, events::json, case when status = 'missed' then now() end
    from json_to_recordset(${asJson(slots)}::json)
      as r(agent uuid, kind text, job uuid, due text, status text, reason text, events text)
    on conflict (agent_id, job_id, due_at) do nothing returning id, agent_id, status
  )
  select id, agent_id as "agentId" from made where status = 'queued'`;

/** ISO times; `fired` is null if the job does not fire now. */
export type NextTime = {
  agent: string;
  id: string;
  next: string | null;
  fired: string | null;
  over: boolean;
};

/**
 * Sets the next times of jobs; clears the waiting events of firing jobs. Raw SQL: joins rows read from JSON.
 */
export const planJobs = (tx: TransactionSql, times: readonly NextTime[]) => tx`
  update jobs j set next_run_at = p.next::timestamptz, last_due_at = coalesce(p.fired::timestamptz, j.last_due_at),
    enabled = not p.over, waiting = case when p.fired is null then j.waiting else '[]' end
  from json_to_recordset(${asJson(times)}::json) as p(agent uuid, id uuid, next text, fired text, over boolean)
  where j.agent_id = p.agent and j.id = p.id`;

/**
 * Skips a queued job run. With `isPutBack`, its events wait for the next job run, and a reminder is due again
 * at `until`. Raw SQL: writes in a CTE.
 */
export const skipQueued = (id: string, reason: string, until: string | null, isPutBack: boolean) => sql()`
  with f as (
    update job_runs set status = 'skipped', reason = ${reason}, ended_at = now() where id = ${id} and status = 'queued'
    returning agent_id, job_id, events
  )
  update jobs j set ${putBack(sql()`${until}::timestamptz`)} from f
  where j.agent_id = f.agent_id and j.id = f.job_id and ${isPutBack}`;

/**
 * SQL assignments for a job `j` whose job run `f` did nothing: its events wait for the next job run, and a
 * reminder is due again at `until`.
 */
const putBack = (until: Sql): Sql => sql()`
  waiting = (select coalesce(json_agg(e), '[]') from (
    select json_array_elements(coalesce(f.events, '[]')) as e union all select json_array_elements(j.waiting)) kept),
  enabled = j.enabled or (j.kind = 'once' and ${until} is not null),
  next_run_at = case when j.kind = 'once' or json_array_length(coalesce(f.events, '[]')) > 0
    then coalesce(j.next_run_at, ${until}) else j.next_run_at end`;

type Settling = {
  overBudget: readonly string[];
  outages: readonly string[];
  /** If the budget ended a job run before its first step, the job run is due again after this delay. */
  againMs: number;
  maxFailures: number;
};

/**
 * Updates job runs from their runs and counts the failures of their jobs. Returns the ended job runs. Raw SQL:
 * writes in a CTE.
 */
export function settleOpen(
  on: ISql,
  { overBudget, outages, againMs, maxFailures }: Settling,
): Promise<Settled[]> {
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
      update jobs j set ${putBack(sql()`now() + ${againMs} * interval '1 ms'`)}
      from settled f where f.status = 'skipped' and j.agent_id = f.agent_id and j.id = f.job_id
    ), counted as (
      update jobs j set failures = case when s.status = 'completed' then 0 else j.failures + 1 end,
        enabled = j.enabled and (s.status = 'completed' or j.failures + 1 < ${maxFailures})
      from settled s
      where j.agent_id = s.agent_id and j.id = s.job_id and (s.status = 'completed' or (s.status = 'failed' and not s.blameless))
      returning j.agent_id, j.id, j.failures, j.enabled
    )
    select s.id, s.agent_id as "agentId", s.job_id as "jobId", s.status, coalesce(c.failures, 0) as failures
    from settled s left join counted c on c.agent_id = s.agent_id and c.id = s.job_id`;
}

/**
 * SQL condition: the message of a run `r` contains only this text. Compares JSON, because the text may
 * contain characters that Postgres text rejects.
 */
const saysOnly = (text: string) => sql()`(
  select coalesce(bool_and(btrim((p->'text')::text, '" ') = ${text}), false) from messages m, json_array_elements(m.parts) p
  where m.conversation_id = r.conversation_id and m.id = r.message_id and p->>'type' = 'text')`;

/** SQL for the due time of job run `f`, formatted as in message ids. */
const dueText = () => sql()`to_char(f.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Queues a job run due now, unless an earlier one of the job has not ended. Raw SQL: inserts a selection from
 * other tables.
 */
export const insertQueued = (tx: TransactionSql, job: Pick<JobRow, "id" | "agentId" | "kind">) => tx<
  Claimed[]
>`
  insert into job_runs (agent_id, kind, job_id, due_at, status, events)
  select ${job.agentId}, ${job.kind}, ${job.id}, date_trunc('milliseconds', clock_timestamp()), 'queued', null
  where not exists (
    select from job_runs o left join runs r on r.id = o.run_id
    where o.agent_id = ${job.agentId} and o.job_id = ${job.id} and o.status in ('queued', 'running', 'waiting')
      and (r.id is null or r.status in ('running', 'waiting')))
  returning id, agent_id as "agentId"`;

/** Deletes a job and moves its conversation to the bin. Raw SQL: writes in a CTE. */
export const deleteJob = (tx: TransactionSql, agentId: string, id: string) => tx`
  with gone as (delete from jobs where agent_id = ${agentId} and id = ${id} returning conversation_id)
  update conversations set deleted_at = now() from gone where id = gone.conversation_id and deleted_at is null`;

/**
 * Finds the enabled webhook with this token hash and counts a call: at most `maxCalls` within a minute of the
 * first. Raw SQL: writes in a CTE.
 */
export const countHookCall = (tokenHash: string, maxCalls: number) =>
  sql()<{ agentId: string; id: string; isAllowed: boolean }[]>`
    with hook as (
      select agent_id, id from jobs where token_hash = ${tokenHash} and enabled
        and exists (select from agents a where a.id = agent_id and a.archived_at is null and a.deleted_at is null)
    ), counted as (
      update jobs j set
        calls = case when j.calls_since > now() - interval '1 minute' then j.calls + 1 else 1 end,
        calls_since = case when j.calls_since > now() - interval '1 minute' then j.calls_since else now() end
      from hook h where j.agent_id = h.agent_id and j.id = h.id
        and (j.calls < ${maxCalls} or coalesce(j.calls_since <= now() - interval '1 minute', true))
      returning j.id
    )
    select agent_id as "agentId", id, exists (select from counted) as "isAllowed" from hook`;
