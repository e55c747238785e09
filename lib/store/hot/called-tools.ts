import { sql } from "@/lib/store/db";
import type { ToolCallRow } from "@/lib/store/rows";

/** From one name to the next: no call is read twice for the same one. */
const calledTools = (agentId: string) => sql()`
  with recursive names as (
    (select tool_name as name from tool_calls where agent_id = ${agentId} order by tool_name limit 1)
    union all
    select (select tool_name from tool_calls where agent_id = ${agentId} and tool_name > names.name order by tool_name limit 1)
    from names where names.name is not null)
  select name from names where name is not null`;

type Name = { name: ToolCallRow["toolName"] };

/** Reads the names of tools that an agent has called, by name. By hand: it is recursive. */
export const findCalledTools = (agentId: string) => sql()<Name[]>`${calledTools(agentId)}`;

type StatsRow = Name & { calls: number; failures: number; medianMs: number | null; lastAt: string };

/**
 * Reads how the calls of each tool, or of the one that is named, have ended in the last 30 days; of each, at most `newest` calls
 * are looked at. By hand: it is recursive.
 */
export const findToolStats = (agentId: string, tool: string | undefined, newest: number) => sql()<StatsRow[]>`
  select tool_name as name, count(*)::int as calls,
    (count(*) filter (where status in ('error', 'unknown')))::int as failures,
    percentile_cont(0.5) within group (order by duration_ms) as "medianMs", max(created_at) as "lastAt"
  from (${tool === undefined ? calledTools(agentId) : sql()`select ${tool} as name`}) tools cross join lateral (
    select tool_name, status, duration_ms, created_at from tool_calls t
    where t.agent_id = ${agentId} and t.tool_name = tools.name and created_at > now() - interval '30 days'
      and status in ('ok', 'error', 'unknown')
    order by created_at desc limit ${newest}) newest
  group by tool_name`;
