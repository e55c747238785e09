import { sql } from "./db";
import type { Sql } from "./origins";
import type { ModelCall } from "./rows";

export type ModelCallRow = Pick<
  ModelCall,
  "model" | "inputTokens" | "cachedTokens" | "outputTokens" | "cost"
> & {
  /** What was reserved for it. */
  reservationId?: string;
};

/**
 * Tables of a statement that store a call and count it, in place of what was reserved for it, for the day on which it began.
 * `by` gives `unattended` and `job_id` of a call for which nothing was reserved; where it gives no row, none is stored.
 * A reservation is settled once, also by a server that has lost the run since: the provider has counted the call.
 */
export const recorded = (agentId: string, call: ModelCallRow | null, by: Sql): Sql => sql()`
  settled as (
    delete from reservations where id = ${call?.reservationId ?? null} returning usd, tokens, unattended, job_id, created_at
  ), spent as (
    insert into model_calls (agent_id, model, input_tokens, cached_tokens, output_tokens, cost, unattended, job_id, created_at)
    select ${agentId}, ${call?.model ?? ""}, ${call?.inputTokens ?? 0}, ${call?.cachedTokens ?? 0}, ${call?.outputTokens ?? 0},
      ${call?.cost ?? null}, unattended, job_id, began
    from (
      select unattended, job_id, created_at as began from settled
      union all
      select unattended, job_id, now() from (${by}) caller where ${call !== null && call.reservationId === undefined}
    ) origin
    returning round(coalesce(cost, 0)::numeric, 9) as usd, input_tokens + output_tokens as tokens, unattended, created_at
  ), counted as (
    update budget_days d set
      usd = greatest(0, d.usd + spent.usd - coalesce(settled.usd, 0)),
      tokens = greatest(0, d.tokens + spent.tokens - coalesce(settled.tokens, 0)),
      unattended_usd = greatest(0, d.unattended_usd + case when spent.unattended then spent.usd - coalesce(settled.usd, 0) else 0 end),
      unattended_tokens = greatest(0, d.unattended_tokens + case when spent.unattended then spent.tokens - coalesce(settled.tokens, 0) else 0 end)
    from spent left join settled on true
    where d.agent_id = ${agentId} and d.starts_at <= spent.created_at and spent.created_at < d.ends_at
  )`;

/** The call of a run's step with the number `step`, where the database has lost that step. */
export async function recordLost(
  { id, agentId }: { id: string; agentId: string },
  call: ModelCallRow,
  step: number,
): Promise<void> {
  const by = sql()`select unattended, job_id from runs where id = ${id} and steps < ${step}`;
  await sql()`with ${recorded(agentId, call, by)} select`;
}

/** A call of a model that belongs to no step. */
export async function recordModelCall(
  { agentId, unattended, jobId }: { agentId: string; unattended: boolean; jobId: string | null },
  call: ModelCallRow,
): Promise<void> {
  const by = sql()`select ${unattended}::boolean as unattended, ${jobId}::uuid as job_id`;
  await sql()`with ${recorded(agentId, call, by)} select`;
}
