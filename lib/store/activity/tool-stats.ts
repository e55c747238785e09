import type { ToolStats } from "@/lib/shared/tools/view";
import { findToolStats } from "@/lib/store/hot/audit";

const NEWEST = 1_000;

/**
 * Returns statistics by tool name for the last 30 days, for all tools or one. Ignores denied and running
 * calls, which have no outcome.
 */
export async function readToolStats(agentId: string, tool?: string): Promise<Map<string, ToolStats>> {
  const rows = await findToolStats(agentId, tool, NEWEST);
  return new Map(
    rows.map(({ name, lastAt, ...stats }) => [
      name,
      { ...stats, ...(stats.calls === NEWEST && { more: true }), lastAt: new Date(lastAt).toISOString() },
    ]),
  );
}
