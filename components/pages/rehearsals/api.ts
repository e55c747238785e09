import { jsonBody, request } from "@/components/client/request";
import { wholeRevision } from "@/lib/shared/history";
import { type RehearsalDetail, type RehearsedItem, rehearsalDetail } from "@/lib/shared/rehearsals";

const LONG_MS = 120_000;

export async function readRehearsal(id: string, signal?: AbortSignal): Promise<RehearsalDetail> {
  const response = await request(`/api/rehearsals/${id}`, { signal, patienceMs: LONG_MS });
  return rehearsalDetail.parse(await response.json());
}

export async function acceptRehearsal(id: string, hash: string, items?: RehearsedItem[]): Promise<void> {
  const init = { method: "POST", ...jsonBody({ hash, items }), patienceMs: LONG_MS };
  await request(`/api/rehearsals/${id}/accept`, init);
}

export async function deleteRehearsal(id: string): Promise<void> {
  await request(`/api/rehearsals/${id}`, { method: "DELETE" });
}

/** Reads the content of a version in the history of a rehearsal; null if there was none. */
export async function readContent(
  rehearsal: string,
  id: string | null,
  signal: AbortSignal,
): Promise<unknown> {
  if (id === null) return null;
  const response = await request(`/api/history/${id}?agent=${rehearsal}`, { signal });
  return wholeRevision.parse(await response.json()).content;
}
