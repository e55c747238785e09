import type { ISql } from "postgres";
import { sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/sql-fragments";

/**
 * Deletes a reservation and those linked by `goes_with`, and frees their amounts. Raw SQL: writes in a CTE.
 */
export const deleteReservations = (on: ISql, id: string) => on`
  with released as (delete from reservations where id = ${id} or goes_with = ${id} returning *)
  update budget_days d set usd = greatest(0, d.usd - r.usd), tokens = greatest(0, d.tokens - r.tokens),
    unattended_usd = greatest(0, d.unattended_usd - case when r.unattended then r.usd else 0 end),
    unattended_tokens = greatest(0, d.unattended_tokens - case when r.unattended then r.tokens else 0 end)
  from released r where d.agent_id = r.agent_id and d.starts_at <= r.created_at and r.created_at < d.ends_at`;

/**
 * SQL condition: a server is still making the call of reservation `r`. A call without a run ends within 10
 * minutes.
 */
export const isOngoing = (): Sql => sql()`
  case when r.run_id is null then r.created_at > now() - interval '10 minutes' else exists (
    select from runs where id = r.run_id and attempt = r.attempt and status = 'running') end`;

/**
 * Settles reservations older than `deadAfterMs` whose call no server is making. The provider may have charged
 * for the call, and a server that resumed the run repeats the call with the same input. Therefore each
 * reservation is replaced by a call like the agent's largest call of the same model since the day before.
 * Without such a call the reservation remains. Returns the number of settled reservations. Raw SQL: writes in
 * a CTE.
 */
export const settleDead = (deadAfterMs: number) => sql()<{ count: number }[]>`
  with dead as (
    select r.id, largest.* from reservations r cross join lateral (
      select c.input_tokens, c.cached_tokens, c.output_tokens, c.cost from model_calls c
      where c.agent_id = r.agent_id and c.model = r.model and c.created_at > r.created_at - interval '1 day'
        and c.input_tokens + c.output_tokens <= r.tokens and coalesce(c.cost, 0)::numeric <= r.usd
      order by c.cost desc nulls last, c.input_tokens + c.output_tokens desc limit 1
    ) largest
    where r.created_at < now() - ${deadAfterMs} * interval '1 ms' and not ${isOngoing()}
  ), settled as (
    delete from reservations r using dead where r.id = dead.id
    returning r.agent_id, r.model, r.usd, r.tokens, r.unattended, r.job_id, r.created_at,
      dead.input_tokens, dead.cached_tokens, dead.output_tokens, dead.cost
  ), spent as (
    insert into model_calls (agent_id, model, input_tokens, cached_tokens, output_tokens, cost, unattended, job_id, created_at)
    select agent_id, model, input_tokens, cached_tokens, output_tokens, cost, unattended, job_id, created_at from settled
  ), freed as (
    select d.agent_id, sum(s.usd - round(coalesce(s.cost, 0)::numeric, 9)) as usd,
      sum(s.tokens - s.input_tokens - s.output_tokens) as tokens,
      sum(case when s.unattended then s.usd - round(coalesce(s.cost, 0)::numeric, 9) else 0 end) as unattended_usd,
      sum(case when s.unattended then s.tokens - s.input_tokens - s.output_tokens else 0 end) as unattended_tokens
    from settled s join budget_days d
      on d.agent_id = s.agent_id and d.starts_at <= s.created_at and s.created_at < d.ends_at
    group by d.agent_id
  ), counted as (
    update budget_days d set usd = greatest(0, d.usd - f.usd), tokens = greatest(0, d.tokens - f.tokens),
      unattended_usd = greatest(0, d.unattended_usd - f.unattended_usd),
      unattended_tokens = greatest(0, d.unattended_tokens - f.unattended_tokens)
    from freed f where d.agent_id = f.agent_id
  )
  select count(*)::int as count from settled`;
