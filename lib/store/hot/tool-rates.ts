import { sql } from "@/lib/store/db";

type Span = { calls: number; seconds: number };

/**
 * Counts a call unless `calls` were counted in the past `seconds`. Returns its time, or no row. Raw SQL:
 * counts elements of an array in the row.
 */
export const takeRateSlot = (agentId: string, toolName: string, { calls, seconds }: Span) => sql()<
  { at: string }[]
>`
  insert into tool_rates (agent_id, tool_name, called_at) values (${agentId}, ${toolName}, array[clock_timestamp()])
  on conflict (agent_id, tool_name) do update
  set called_at = array(select at from ${recent(seconds)} order by at) || clock_timestamp()
  where (select count(*) from ${recent(seconds)}) < ${calls}
  returning called_at[cardinality(called_at)]::text as at`;

/**
 * Returns when the next call fits and the seconds until then; no row if one fits now. Raw SQL: unnests an
 * array.
 */
export const findNextPlace = (agentId: string, toolName: string, { calls, seconds }: Span) => sql()<
  { next: string; seconds: number }[]
>`
  select at + ${seconds} * interval '1 second' as next,
    ceil(extract(epoch from at - (${since(seconds)})))::int as seconds
  from tool_rates, ${recent(seconds)} and agent_id = ${agentId} and tool_name = ${toolName}
  order by at desc offset ${calls - 1} limit 1`;

const since = (seconds: number) => sql()`clock_timestamp() - ${seconds} * interval '1 second'`;
const recent = (seconds: number) => sql()`unnest(tool_rates.called_at) at where at > ${since(seconds)}`;
