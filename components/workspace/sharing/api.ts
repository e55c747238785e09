import { request } from "@/components/client/request";
import { madeShare, type Share, shareList } from "@/lib/shared/shares";

export const SHARES = ["shares"] as const;

export async function listShares(signal?: AbortSignal) {
  return shareList.parse(await (await request("/api/shares", { signal })).json());
}

type NewShare = Pick<Share, "title" | "isLive"> & {
  conversation: string;
  sheet: string;
  days: number | null;
};

/** Timeout of uploading the document, which can take long on a slow connection. */
const PATIENCE_MS = 120_000;

/**
 * Creates a share link. `body` is the HTML document, or for a live link the JSON of what its component
 * follows.
 */
export async function makeShare({ days, isLive, ...share }: NewShare, body: Blob) {
  const query = new URLSearchParams({
    ...share,
    ...(isLive && { live: "true" }),
    ...(days !== null && { days: String(days) }),
  });
  const headers = { "content-type": isLive ? "application/json" : "text/html" };
  const init = { method: "POST", headers, body, patienceMs: PATIENCE_MS };
  return madeShare.parse(await (await request(`/api/shares?${query}`, init)).json());
}

export async function revokeShare(id: string): Promise<void> {
  await request(`/api/shares/${id}`, { method: "DELETE" });
}
