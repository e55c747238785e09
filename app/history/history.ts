import { pageAgent } from "@/app/page-agent";
import type { Entry, Filter, TimelinePage } from "@/components/pages/history/api";
import { gistsOf } from "@/lib/code/history/gists";
import { isAppError } from "@/lib/shared/errors";
import type { ThingSummary } from "@/lib/shared/memory/gist";
import { listThings } from "@/lib/store/conversations/gists";
import { listRevisions, readRevision } from "@/lib/store/revisions";

export type LoadedHistory = {
  page: TimelinePage & { filter: Filter };
  things: ThingSummary[];
  /** Null if there is no such revision. */
  entry: Entry | null | undefined;
};

export async function loadHistory(filter: Filter, id: string | undefined): Promise<LoadedHistory> {
  const agentId = await pageAgent();
  const [list, things, entry] = await Promise.all([
    listRevisions(agentId, filter),
    filter.kind === undefined ? [] : listThings(agentId, filter.kind),
    id === undefined ? undefined : loadEntry(agentId, id),
  ]);
  const gists = await gistsOf(
    agentId,
    list.revisions.map(({ id }) => id),
  );
  return { page: { ...list, gists, filter }, things, entry };
}

async function loadEntry(agentId: string, id: string): Promise<Entry | null> {
  try {
    const { content: _, ...revision } = await readRevision(agentId, id);
    const [gist] = await gistsOf(agentId, [id]);
    return { revision, gist };
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}
