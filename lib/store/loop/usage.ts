import type { UsageView } from "@/lib/shared/settings";
import { sql } from "@/lib/store/db";

/** What the last `days` have used, today among them: one row a day, model and job, newest first. Days are those of `timeZone`. */
export async function readUsage(
  agentId: string,
  days: number,
  timeZone: string,
): Promise<UsageView["usage"]> {
  const rows = await sql()<UsageView["usage"]>`
    select to_char(c.created_at at time zone ${timeZone}::text, 'YYYY-MM-DD') as day, c.model, c.unattended, j.name as job,
      count(*)::float8 as calls,
      sum(input_tokens)::float8 as "inputTokens",
      sum(cached_tokens)::float8 as "cachedTokens",
      sum(output_tokens)::float8 as "outputTokens",
      sum(cost) as cost,
      count(*) filter (where cost is null)::float8 as "unpricedCalls"
    from model_calls c left join jobs j on j.id = c.job_id
    where c.agent_id = ${agentId} and c.created_at >=
      (date_trunc('day', now() at time zone ${timeZone}::text) - ${days - 1}::int * interval '1 day') at time zone ${timeZone}::text
    group by 1, 2, 3, 4
    order by 1 desc, cost desc nulls last, "outputTokens" desc, model, job nulls first`;
  return [...rows];
}

export type TokenTotals = { model: string; input: number; cached: number; output: number };

/** Returns the tokens of all calls of all agents, by model. */
export async function readTokens(): Promise<TokenTotals[]> {
  const rows = await sql()<TokenTotals[]>`
    select model, sum(input_tokens)::float8 as input, sum(cached_tokens)::float8 as cached, sum(output_tokens)::float8 as output
    from model_calls group by model order by model`;
  return [...rows];
}
