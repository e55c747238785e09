import { request } from "@/components/client/request";
import { madeShare, type Share, shareList } from "@/lib/shared/shares";

export const SHARES = ["shares"] as const;

export async function listShares(signal?: AbortSignal) {
  return shareList.parse(await (await request("/api/shares", { signal })).json());
}

type NewShare = Pick<Share, "title" | "sheet"> & { conversation: string; days: number | null };

/** A large document takes its time on a slow line. */
const PATIENCE_MS = 120_000;

export async function makeShare({ days, ...share }: NewShare, document: Blob) {
  const query = new URLSearchParams({ ...share, ...(days !== null && { days: String(days) }) });
  const headers = { "content-type": "text/html" };
  const body = { method: "POST", headers, body: document, patienceMs: PATIENCE_MS };
  return madeShare.parse(await (await request(`/api/shares?${query}`, body)).json());
}

export async function revokeShare(id: string): Promise<void> {
  await request(`/api/shares/${id}`, { method: "DELETE" });
}
