import { actingMember } from "@/lib/ground/base/acting";
import { asJson, sql } from "@/lib/store/db";
import type { ModelCall } from "@/lib/store/rows";
import type { Sql } from "@/lib/store/sql-fragments";

export type ModelCallRow = Pick<
  ModelCall,
  "model" | "inputTokens" | "cachedTokens" | "outputTokens" | "cost"
> & {
  reservationId?: string;
};

type Payers = { agentId: string; payers?: readonly string[] };

/**
 * CTEs that store a model call, delete its reservation, and count the call towards the day on which it began.
 * The call counts for its agent and for each other payer. For a call without a reservation, `by` selects
 * `unattended` and `job_id`; if `by` returns no row, nothing is stored. A server that has lost the run
 * settles the reservation, too, because the provider has charged for the call. The reservation exists only
 * once, so the call is not counted twice.
 */
export const recorded = ({ agentId, payers = [] }: Payers, call: ModelCallRow | null, by: Sql): Sql => sql()`
  settled as (
    delete from reservations where id = ${call?.reservationId ?? null} or goes_with = ${call?.reservationId ?? null}
    returning agent_id, usd, tokens, unattended, job_id, created_at
  ), payer as (
    select ${agentId}::uuid as id union select value::uuid from json_array_elements_text(${asJson(payers)}::json)
    union select agent_id from settled
  ), spent as (
    insert into model_calls (agent_id, member_id, model, input_tokens, cached_tokens, output_tokens, cost, unattended, job_id, created_at)
    select origin.id, coalesce(${actingMember()}::uuid, (select a.member_id from agents a where a.id = ${agentId})), ${call?.model ?? ""}, ${call?.inputTokens ?? 0}, ${call?.cachedTokens ?? 0}, ${call?.outputTokens ?? 0},
      ${call?.cost ?? null}, unattended, case when origin.id = ${agentId} then job_id end, began
    from (
      select agent_id as id, unattended, job_id, created_at as began from settled
      union all
      select payer.id, first.unattended, first.job_id, first.created_at
      from payer cross join (select unattended, job_id, created_at from settled limit 1) first
      where payer.id not in (select agent_id from settled)
      union all
      select payer.id, unattended, job_id, now() from payer cross join (${by}) caller
      where ${call !== null && call.reservationId === undefined}
    ) origin
    returning agent_id, round(coalesce(cost, 0)::numeric, 9) as usd, input_tokens + output_tokens as tokens, unattended, created_at
  ), counted as (
    update budget_days d set
      usd = greatest(0, d.usd + spent.usd - coalesce(settled.usd, 0)),
      tokens = greatest(0, d.tokens + spent.tokens - coalesce(settled.tokens, 0)),
      unattended_usd = greatest(0, d.unattended_usd + case when spent.unattended then spent.usd - coalesce(settled.usd, 0) else 0 end),
      unattended_tokens = greatest(0, d.unattended_tokens + case when spent.unattended then spent.tokens - coalesce(settled.tokens, 0) else 0 end)
    from spent left join settled on settled.agent_id = spent.agent_id
    where d.agent_id = spent.agent_id and d.starts_at <= spent.created_at and spent.created_at < d.ends_at
  )`;

/**
 * Records the model call of a step whose save was lost in a crash of the database. Does nothing if the run still
 * has the step with the number `step`. Raw SQL: writes in a CTE.
 */
export async function recordLost(
  { id, ...by }: { id: string } & Payers,
  call: ModelCallRow,
  step: number,
): Promise<void> {
  const caller = sql()`select unattended, job_id from runs where id = ${id} and steps < ${step}`;
  await sql()`with ${recorded(by, call, caller)} select`;
}

/** Records a model call that belongs to no step. Raw SQL: writes in a CTE. */
export async function recordModelCall(
  { unattended, jobId, ...by }: { unattended: boolean; jobId: string | null } & Payers,
  call: ModelCallRow,
): Promise<void> {
  const caller = sql()`select ${unattended}::boolean as unattended, ${jobId}::uuid as job_id`;
  await sql()`with ${recorded(by, call, caller)} select`;
}
