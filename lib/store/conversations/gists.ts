import type { Kind } from "@/lib/shared/kinds";
import type { ThingSummary } from "@/lib/shared/memory/gist";
import { newestThings } from "@/lib/store/hot/gists";

/** Things of a kind are those that its newest versions are of. */
const NEWEST = 2_000;
const THINGS = 500;

/** What of a kind has a history, changed last first: as many as a person would look through. */
export async function listThings(agentId: string, kind: Kind): Promise<ThingSummary[]> {
  const rows = await newestThings(agentId, kind, { versions: NEWEST, things: THINGS });
  return rows.map(({ title, ...row }) => ({ ...row, ...(title && { title }) }));
}
