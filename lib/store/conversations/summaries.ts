import type { Kind } from "@/lib/shared/kinds";
import type { ItemSummary } from "@/lib/shared/memory/summary";
import { newestItems } from "@/lib/store/hot/summaries";

const NEWEST = 2_000;
const ITEMS = 500;

/** Lists the versioned items of a kind, most recently changed first, at most 500. */
export async function listItems(agentId: string, kind: Kind): Promise<ItemSummary[]> {
  const rows = await newestItems(agentId, kind, { versions: NEWEST, things: ITEMS });
  return rows.map(({ title, ...row }) => ({ ...row, ...(title && { title }) }));
}
