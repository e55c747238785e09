import type { ToolStats } from "@/lib/shared/tools/view";
import { findToolStats } from "@/lib/store/hot/audit";

/** Of one tool, so many calls are looked at: the figures of one that is called all day are those of its newest. */
const NEWEST = 1_000;

/** How each tool, or the one that is named, has done in the last 30 days, by its name. What was refused or still runs has no outcome to count. */
export async function readToolStats(agentId: string, tool?: string): Promise<Map<string, ToolStats>> {
  const rows = await findToolStats(agentId, tool, NEWEST);
  return new Map(
    rows.map(({ name, lastAt, ...stats }) => [
      name,
      { ...stats, ...(stats.calls === NEWEST && { more: true }), lastAt: new Date(lastAt).toISOString() },
    ]),
  );
}
