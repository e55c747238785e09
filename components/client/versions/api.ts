import type { z } from "zod/mini";
import { historyOf } from "@/components/client/events";
import { jsonBody, request } from "@/components/client/request";
import { revisionList, type WholeRevision, wholeRevision } from "@/lib/shared/history";
import type { Kind } from "@/lib/shared/kinds";

export type RevisionPage = z.infer<typeof revisionList>;

/** How many lines came and went with a version, by its id. */
export type LineCounts = Readonly<Record<string, { added: number; removed: number }>>;

/** A component is tried out in a browser of the server's before it is live again. */
const TRIED_MS = 60_000;

/** One thing of which versions are kept. */
export type Thing = { kind: Kind; name: string };

/** Whether a change is one of a thing. */
export const isAbout =
  ({ kind, name }: Thing) =>
  (change: string): boolean => {
    const changed = historyOf(change);
    return changed?.kind === kind && changed.name === name;
  };

export async function listVersions(
  thing: Thing,
  cursor?: string,
  signal?: AbortSignal,
): Promise<RevisionPage> {
  const query = new URLSearchParams({ ...thing, ...(cursor && { cursor }) });
  return revisionList.parse(await (await request(`/api/history?${query}`, { signal })).json());
}

export async function readRevision(id: string, signal?: AbortSignal): Promise<WholeRevision> {
  return wholeRevision.parse(await (await request(`/api/history/${id}`, { signal })).json());
}

/** `accept`: also where it does not work when it is tried out. */
export async function restoreRevision(id: string, accept?: boolean): Promise<WholeRevision> {
  const init = { method: "POST", ...jsonBody({ accept }), patienceMs: TRIED_MS };
  return wholeRevision.parse(await (await request(`/api/history/${id}/restore`, init)).json());
}
