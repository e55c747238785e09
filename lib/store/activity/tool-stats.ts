import type { ToolStats } from "@/lib/shared/tools/view";
import { sql } from "@/lib/store/db";
import { calledTools } from "./audit";

type Row = Omit<ToolStats, "lastAt" | "more"> & { name: string; lastAt: string };

/** Of one tool, so many calls are looked at: the figures of one that is called all day are those of its newest. */
const NEWEST = 1_000;

/** How each tool, or the one that is named, has done in the last 30 days, by its name. What was refused or still runs has no outcome to count. */
export async function readToolStats(agentId: string, tool?: string): Promise<Map<string, ToolStats>> {
  const tools = tool === undefined ? calledTools(agentId) : sql()`select ${tool} as name`;
  const rows = await sql()<Row[]>`
    select tool_name as name, count(*)::int as calls,
      (count(*) filter (where status in ('error', 'unknown')))::int as failures,
      percentile_cont(0.5) within group (order by duration_ms) as "medianMs", max(created_at) as "lastAt"
    from (${tools}) tools cross join lateral (
      select tool_name, status, duration_ms, created_at from tool_calls t
      where t.agent_id = ${agentId} and t.tool_name = tools.name and created_at > now() - interval '30 days'
        and status in ('ok', 'error', 'unknown')
      order by created_at desc limit ${NEWEST}) newest
    group by tool_name`;
  return new Map(
    rows.map(({ name, lastAt, ...stats }) => [
      name,
      { ...stats, ...(stats.calls === NEWEST && { more: true }), lastAt: new Date(lastAt).toISOString() },
    ]),
  );
}
