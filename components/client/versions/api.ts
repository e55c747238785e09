import type { z } from "zod/mini";
import { historyOf } from "@/components/client/events";
import { jsonBody, request } from "@/components/client/request";
import { revisionList, type WholeRevision, wholeRevision } from "@/lib/shared/history";
import type { Kind } from "@/lib/shared/kinds";

export type RevisionPage = z.infer<typeof revisionList>;

/** Numbers of added and removed lines by revision id. */
export type LineCounts = Readonly<Record<string, { added: number; removed: number }>>;

/** Restoring a component takes long, because the server tests it in a browser first. */
const TRIED_MS = 60_000;

export type Item = { kind: Kind; name: string };

export const isAbout =
  ({ kind, name }: Item) =>
  (change: string): boolean => {
    const changed = historyOf(change);
    return changed?.kind === kind && changed.name === name;
  };

export async function listVersions(item: Item, cursor?: string, signal?: AbortSignal): Promise<RevisionPage> {
  const query = new URLSearchParams({ ...item, ...(cursor && { cursor }) });
  return revisionList.parse(await (await request(`/api/history?${query}`, { signal })).json());
}

export async function readRevision(id: string, signal?: AbortSignal): Promise<WholeRevision> {
  return wholeRevision.parse(await (await request(`/api/history/${id}`, { signal })).json());
}

/** Restores a revision. With `accept`, the server restores it even if it fails its test. */
export async function restoreRevision(id: string, accept?: boolean): Promise<WholeRevision> {
  const init = { method: "POST", ...jsonBody({ accept }), patienceMs: TRIED_MS };
  return wholeRevision.parse(await (await request(`/api/history/${id}/restore`, init)).json());
}
