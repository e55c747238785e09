import { and, eq, sql as raw } from "drizzle-orm";
import { toolRates } from "@/drizzle/schema";
import { type RateLimit, SPANS } from "@/lib/shared/tools/limits";
import { db } from "@/lib/store/db";
import { findNextPlace, takeRateSlot } from "@/lib/store/hot/tool-rates";

export type Counted = { agentId: string; toolName: string; at: string };

/**
 * `counted` is null if the limit is reached. Then `next` is the time of the next allowed call, and `seconds` is
 * the wait until that time.
 */
type Count = { counted: Counted } | { counted: null; next: string; seconds: number };

/**
 * Counts a call unless the limit for the past span is reached. One statement under the lock of the tool's
 * row, so that only one server takes the last slot. Uses the database's clock, because servers' clocks
 * differ.
 */
export async function countCall(agentId: string, toolName: string, limit: RateLimit): Promise<Count> {
  const span = { calls: limit.calls, seconds: SPANS[limit.per] };
  for (;;) {
    const [row] = await takeRateSlot(agentId, toolName, span);
    if (row) return { counted: { agentId, toolName, at: row.at } };
    // If this query finds no row, the limit has room for a call again since the last statement, so try again.
    const [last] = await findNextPlace(agentId, toolName, span);
    if (last)
      return { counted: null, next: new Date(last.next).toISOString(), seconds: Math.max(1, last.seconds) };
  }
}

/** Removes a counted call that had no effect and will be repeated. */
export async function releaseCall({ agentId, toolName, at }: Counted): Promise<void> {
  await db()
    .update(toolRates)
    .set({ calledAt: raw`array_remove(${toolRates.calledAt}, ${at}::timestamptz)` })
    .where(and(eq(toolRates.agentId, agentId), eq(toolRates.toolName, toolName)));
}
