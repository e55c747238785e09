import { type Summaries, summaries } from "@/lib/shared/chat/contract";
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";
import { jsonBody, request } from "./request";

const at = (id: string): string => `/api/conversations/${encodeURIComponent(id)}`;

type Wanted = {
  cursor?: string;
  q?: string;
  isAll?: boolean;
  origin?: ConversationOrigin;
  projectId?: string;
  signal?: AbortSignal;
};

/** Lists conversations, pinned ones first, then newest first. `q` matches words in titles and messages. */
export async function listConversations({
  cursor,
  q,
  isAll,
  origin,
  projectId,
  signal,
}: Wanted = {}): Promise<Summaries> {
  const query = new URLSearchParams({
    ...(cursor && { cursor }),
    ...(q && { q }),
    ...(isAll && { agents: "all" }),
    ...(origin && { origin }),
    ...(projectId && { projectId }),
  });
  const response = await request(`/api/conversations?${query}`, { signal });
  return summaries.parse(await response.json());
}

export type ConversationChange = {
  title?: string;
  pinned?: boolean;
  pinnedSurface?: string | null;
  projectId?: string | null;
};

export async function changeConversation(id: string, change: ConversationChange): Promise<void> {
  await request(at(id), { method: "PATCH", ...jsonBody(change) });
}

/** Deletes a conversation. It can be restored for a day. */
export async function deleteConversation(id: string): Promise<void> {
  await request(at(id), { method: "DELETE" });
}

export async function restoreConversation(id: string): Promise<void> {
  await request(`${at(id)}/restore`, { method: "POST" });
}

export async function signOut(): Promise<void> {
  await request("/api/logout", { method: "POST" });
}
