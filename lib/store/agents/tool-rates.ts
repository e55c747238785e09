import { type RateLimit, SPANS } from "@/lib/shared/tools/limits";
import { sql } from "@/lib/store/db";

/** A call that was counted: by it, it can be taken back. */
export type Counted = { agentId: string; toolName: string; at: string };

/** `count`: null where the limit leaves no room; then `next` is when it does, and `seconds` how long that is from now. */
type Count = { counted: Counted } | { counted: null; next: string; seconds: number };

/**
 * Counts a call, if in the span that ends now there were fewer than the limit allows. One statement under the lock of the
 * tool's row: of two servers only one takes the last place. By the database's clock, for servers' clocks differ.
 */
export async function countCall(agentId: string, toolName: string, limit: RateLimit): Promise<Count> {
  const { calls, per } = limit;
  const since = () => sql()`clock_timestamp() - ${SPANS[per]} * interval '1 second'`;
  const recent = () => sql()`unnest(tool_rates.called_at) at where at > ${since()}`;
  for (;;) {
    const [row] = await sql()<{ at: string }[]>`
      insert into tool_rates (agent_id, tool_name, called_at) values (${agentId}, ${toolName}, array[clock_timestamp()])
      on conflict (agent_id, tool_name) do update
      set called_at = array(select at from ${recent()} order by at) || clock_timestamp()
      where (select count(*) from ${recent()}) < ${calls}
      returning called_at[cardinality(called_at)]::text as at`;
    if (row) return { counted: { agentId, toolName, at: row.at } };
    // Once this one is over, there are fewer than the limit allows.
    const [last] = await sql()<{ next: Date; seconds: number }[]>`
      select at + ${SPANS[per]} * interval '1 second' as next,
        ceil(extract(epoch from at - (${since()})))::int as seconds
      from tool_rates, ${recent()} and agent_id = ${agentId} and tool_name = ${toolName}
      order by at desc offset ${calls - 1} limit 1`;
    if (last)
      return { counted: null, next: new Date(last.next).toISOString(), seconds: Math.max(1, last.seconds) };
  }
}

/** Takes back one that did nothing and will be made again. */
export async function uncountCall({ agentId, toolName, at }: Counted): Promise<void> {
  await sql()`
    update tool_rates set called_at = array_remove(called_at, ${at}::timestamptz)
    where agent_id = ${agentId} and tool_name = ${toolName}`;
}
