import type { Entry, Filter, TimelinePage } from "@/components/pages/history/api";
import { summarizeRevisions } from "@/lib/code/history/revision-summaries";
import { pageAgent } from "@/lib/platform/access/require-page";
import { isAppError } from "@/lib/shared/errors";
import type { ItemSummary } from "@/lib/shared/memory/summary";
import { listItems } from "@/lib/store/conversations/summaries";
import { listRevisions, readRevision } from "@/lib/store/revisions";

export type LoadedHistory = {
  page: TimelinePage & { filter: Filter };
  items: ItemSummary[];
  /** Null if there is no such revision. */
  entry: Entry | null | undefined;
};

export async function loadHistory(filter: Filter, id: string | undefined): Promise<LoadedHistory> {
  const agentId = await pageAgent();
  const [list, items, entry] = await Promise.all([
    listRevisions(agentId, filter),
    filter.kind === undefined ? [] : listItems(agentId, filter.kind),
    id === undefined ? undefined : loadEntry(agentId, id),
  ]);
  const summaries = await summarizeRevisions(
    agentId,
    list.revisions.map(({ id }) => id),
  );
  return { page: { ...list, summaries, filter }, items, entry };
}

async function loadEntry(agentId: string, id: string): Promise<Entry | null> {
  try {
    const { content: _, ...revision } = await readRevision(agentId, id);
    const [summary] = await summarizeRevisions(agentId, [id]);
    return { revision, gist: summary };
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}
