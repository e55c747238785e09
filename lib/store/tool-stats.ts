import type { ToolStats } from "@/lib/shared/tools/view";
import { sql } from "./db";

type Row = Omit<ToolStats, "lastAt"> & { name: string; lastAt: string };

/** How each tool has done in the last 30 days, by its name. What was refused or still runs has no outcome to count. */
export async function readToolStats(agentId: string): Promise<Map<string, ToolStats>> {
  const rows = await sql()<Row[]>`
    select tool_name as name, count(*)::int as calls,
      (count(*) filter (where status in ('error', 'unknown')))::int as failures,
      percentile_cont(0.5) within group (order by duration_ms) as "medianMs", max(created_at) as "lastAt"
    from tool_calls
    where agent_id = ${agentId} and created_at > now() - interval '30 days' and status in ('ok', 'error', 'unknown')
    group by tool_name`;
  return new Map(
    rows.map(({ name, lastAt, ...stats }) => [name, { ...stats, lastAt: new Date(lastAt).toISOString() }]),
  );
}
