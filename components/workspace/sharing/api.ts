import { jsonBody, request } from "@/components/client/request";
import {
  conversationLink,
  madeShare,
  type NewConversationLink,
  type Share,
  shareList,
} from "@/lib/shared/shares";

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

const linkPath = (conversation: string) => `/api/conversations/${conversation}/link`;

export async function readLink(conversation: string, signal?: AbortSignal) {
  return conversationLink.parse(await (await request(linkPath(conversation), { signal })).json());
}

/** Creates the link of a conversation, or replaces its copy. */
export async function shareConversation(conversation: string, link: NewConversationLink) {
  const init = { method: "PUT", ...jsonBody(link), patienceMs: PATIENCE_MS };
  return conversationLink.parse(await (await request(linkPath(conversation), init)).json());
}

export async function revokeLink(conversation: string): Promise<void> {
  await request(linkPath(conversation), { method: "DELETE" });
}
