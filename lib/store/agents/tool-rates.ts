import { and, eq, sql as raw } from "drizzle-orm";
import { toolRates } from "@/drizzle/schema";
import { type RateLimit, SPANS } from "@/lib/shared/tools/limits";
import { db } from "@/lib/store/db";
import { findNextPlace, takePlace } from "@/lib/store/hot/tool-rates";

/** A call that was counted: by it, it can be taken back. */
export type Counted = { agentId: string; toolName: string; at: string };

/** `count`: null where the limit leaves no room; then `next` is when it does, and `seconds` how long that is from now. */
type Count = { counted: Counted } | { counted: null; next: string; seconds: number };

/**
 * Counts a call, if in the span that ends now there were fewer than the limit allows. One statement under the lock of the
 * tool's row: of two servers only one takes the last place. By the database's clock, for servers' clocks differ.
 */
export async function countCall(agentId: string, toolName: string, limit: RateLimit): Promise<Count> {
  const span = { calls: limit.calls, seconds: SPANS[limit.per] };
  for (;;) {
    const [row] = await takePlace(agentId, toolName, span);
    if (row) return { counted: { agentId, toolName, at: row.at } };
    // Once this one is over, there are fewer than the limit allows.
    const [last] = await findNextPlace(agentId, toolName, span);
    if (last)
      return { counted: null, next: new Date(last.next).toISOString(), seconds: Math.max(1, last.seconds) };
  }
}

/** Takes back one that did nothing and will be made again. */
export async function uncountCall({ agentId, toolName, at }: Counted): Promise<void> {
  await db()
    .update(toolRates)
    .set({ calledAt: raw`array_remove(${toolRates.calledAt}, ${at}::timestamptz)` })
    .where(and(eq(toolRates.agentId, agentId), eq(toolRates.toolName, toolName)));
}
