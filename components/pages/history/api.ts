import type { z } from "zod/mini";
import { jsonBody, request } from "@/components/client/request";
import { type RevisionPage, readRevision, type Thing } from "@/components/client/versions/api";
import {
  type Author,
  momentPreview,
  momentRestored,
  type Revision,
  revisionList,
} from "@/lib/shared/history";
import type { Kind } from "@/lib/shared/kinds";
import { type Gist, gistList, type ThingSummary, thingList } from "@/lib/shared/memory/gist";

export type Filter = { kind?: Kind; name?: string; author?: Author };
export type TimelinePage = z.infer<typeof revisionList> & { gists: Gist[] };
/** A revision and the summary of its diff. */
export type Entry = { revision: Revision; gist: Gist | undefined };

/** Restoring may rewrite all items of the agent. */
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
  return { ...page, gists: await readGists(page.revisions, signal) };
}

async function readGists(revisions: readonly { id: string }[], signal?: AbortSignal): Promise<Gist[]> {
  if (revisions.length === 0) return [];
  const ids = revisions.map(({ id }) => id).join(",");
  return gistList.parse(await (await request(`/api/history/gists?ids=${ids}`, { signal })).json()).gists;
}

export async function readVersions(
  thing: Thing,
  cursor?: string,
  signal?: AbortSignal,
): Promise<RevisionPage> {
  const query = new URLSearchParams({ ...thing, limit: "200", ...(cursor && { cursor }) });
  return revisionList.parse(await (await request(`/api/history?${query}`, { signal })).json());
}

export async function readEntry(id: string, signal?: AbortSignal): Promise<Entry> {
  const [revision, [gist]] = await Promise.all([readRevision(id, signal), readGists([{ id }], signal)]);
  return { revision, gist };
}

/** Lists the items of a kind that have versions, most recently changed first. */
export async function readThings(kind: Kind, signal?: AbortSignal): Promise<ThingSummary[]> {
  const query = new URLSearchParams({ kind });
  return thingList.parse(await (await request(`/api/history/things?${query}`, { signal })).json()).things;
}

export async function readMoment(at: string, signal?: AbortSignal) {
  const query = new URLSearchParams({ at });
  return momentPreview.parse(await (await request(`/api/history/moment?${query}`, { signal })).json());
}

/**
 * Restores everything to `at`. `expect` is the hash of the preview: if the result would differ, the server
 * changes nothing.
 */
export async function restoreMoment(at: string, expect?: string) {
  const init = { method: "POST", ...jsonBody({ at, expect }), patienceMs: MANY_MS };
  return momentRestored.parse(await (await request("/api/history/moment", init)).json()).revisions;
}
