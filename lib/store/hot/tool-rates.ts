import { sql } from "@/lib/store/db";

/** At most so many calls within so many seconds. */
type Span = { calls: number; seconds: number };

/**
 * Counts a call, if in the span that ends now there were fewer than fit; gives its time. By hand: it counts the elements of an
 * array of the row that is there.
 */
export const takePlace = (agentId: string, toolName: string, { calls, seconds }: Span) => sql()<
  { at: string }[]
>`
  insert into tool_rates (agent_id, tool_name, called_at) values (${agentId}, ${toolName}, array[clock_timestamp()])
  on conflict (agent_id, tool_name) do update
  set called_at = array(select at from ${recent(seconds)} order by at) || clock_timestamp()
  where (select count(*) from ${recent(seconds)}) < ${calls}
  returning called_at[cardinality(called_at)]::text as at`;

/** When the next call fits, and how many seconds that is from now; none where one fits now. By hand: it reads the elements of an array as rows. */
export const findNextPlace = (agentId: string, toolName: string, { calls, seconds }: Span) => sql()<
  { next: string; seconds: number }[]
>`
  select at + ${seconds} * interval '1 second' as next,
    ceil(extract(epoch from at - (${since(seconds)})))::int as seconds
  from tool_rates, ${recent(seconds)} and agent_id = ${agentId} and tool_name = ${toolName}
  order by at desc offset ${calls - 1} limit 1`;

const since = (seconds: number) => sql()`clock_timestamp() - ${seconds} * interval '1 second'`;
const recent = (seconds: number) => sql()`unnest(tool_rates.called_at) at where at > ${since(seconds)}`;
