import type { Kind } from "@/lib/shared/kinds";
import type { ThingSummary } from "@/lib/shared/memory/gist";
import { newestThings } from "@/lib/store/hot/gists";

const NEWEST = 2_000;
const THINGS = 500;

/** Lists the versioned items of a kind, most recently changed first, at most 500. */
export async function listThings(agentId: string, kind: Kind): Promise<ThingSummary[]> {
  const rows = await newestThings(agentId, kind, { versions: NEWEST, things: THINGS });
  return rows.map(({ title, ...row }) => ({ ...row, ...(title && { title }) }));
}
