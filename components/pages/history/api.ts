import type { z } from "zod/mini";
import { jsonBody, request } from "@/components/client/request";
import { type Item, type RevisionPage, readRevision } from "@/components/client/versions/api";
import { changedRows } from "@/lib/shared/data/row-changes";
import {
  type Author,
  type Restored,
  type Revision,
  restored,
  restorePreview,
  revisionList,
  type UndoneRestore,
  undoneRestore,
} from "@/lib/shared/history";
import type { Kind } from "@/lib/shared/kinds";
import { type ItemSummary, itemList, type Summary, summaryList } from "@/lib/shared/memory/summary";

export type Filter = { kind?: Kind; name?: string; author?: Author };
export type TimelinePage = z.infer<typeof revisionList> & { summaries: Summary[] };
/** A revision and the summary of its diff. */
export type Entry = { revision: Revision; gist: Summary | undefined };

/** Timeout of a restore, which may rewrite all items of the agent. */
const MANY_MS = 120_000;

export async function readTimeline(
  filter: Filter,
  cursor?: string,
  signal?: AbortSignal,
): Promise<TimelinePage> {
  const { kind, name, author } = filter;
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(name !== undefined && { name }),
    ...(author && { author }),
    ...(cursor && { cursor }),
  });
  const page = revisionList.parse(await (await request(`/api/history?${query}`, { signal })).json());
  return { ...page, summaries: await readSummaries(page.revisions, signal) };
}

async function readSummaries(revisions: readonly { id: string }[], signal?: AbortSignal): Promise<Summary[]> {
  if (revisions.length === 0) return [];
  const ids = revisions.map(({ id }) => id).join(",");
  return summaryList.parse(await (await request(`/api/history/summaries?ids=${ids}`, { signal })).json())
    .summaries;
}

export async function readVersions(item: Item, cursor?: string, signal?: AbortSignal): Promise<RevisionPage> {
  const query = new URLSearchParams({ ...item, limit: "200", ...(cursor && { cursor }) });
  return revisionList.parse(await (await request(`/api/history?${query}`, { signal })).json());
}

export async function readEntry(id: string, signal?: AbortSignal): Promise<Entry> {
  const [revision, [summary]] = await Promise.all([
    readRevision(id, signal),
    readSummaries([{ id }], signal),
  ]);
  return { revision, gist: summary };
}

/** Reads the rows that a version of the database changed. Rebuilding the database may take seconds. */
export const readChangedRows = async (id: string, signal?: AbortSignal) =>
  changedRows.parse(await (await request(`/api/history/${id}/rows`, { signal, patienceMs: MANY_MS })).json());

/** Lists the items of a kind that have versions, most recently changed first. */
export async function readItems(kind: Kind, signal?: AbortSignal): Promise<ItemSummary[]> {
  const query = new URLSearchParams({ kind });
  return itemList.parse(await (await request(`/api/history/items?${query}`, { signal })).json()).items;
}

export async function readRestorePreview(at: string, conversation?: string, signal?: AbortSignal) {
  const query = new URLSearchParams({ at, ...(conversation && { conversation }) });
  return restorePreview.parse(await (await request(`/api/history/at?${query}`, { signal })).json());
}

export type RestoreChoice = {
  expect?: string;
  parts?: { kind: Kind; name: string; expect: string }[];
  conversation?: { id: string; expect: string };
};

/**
 * Restores everything, or what is chosen, to `at`. The hashes are those of the preview: if the result would differ, the
 * server changes nothing.
 */
export async function restoreTo(at: string, choice: RestoreChoice = {}): Promise<Restored> {
  const init = { method: "POST", ...jsonBody({ at, ...choice }), patienceMs: MANY_MS };
  return restored.parse(await (await request("/api/history/at", init)).json());
}

/** Undoes exactly what a restore has written. */
export async function undoRestore({
  restore,
  conversation,
}: Omit<Restored, "revisions">): Promise<UndoneRestore> {
  const init = { method: "POST", ...jsonBody({ restore, conversation }), patienceMs: MANY_MS };
  return undoneRestore.parse(await (await request("/api/history/at/undo", init)).json());
}
