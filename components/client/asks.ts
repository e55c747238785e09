"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type AskCount, askCount, type OpenAskPage, openAskPage } from "@/lib/shared/chat/open-asks";
import { ELSEWHERE, isConversation, toldOf } from "./events";
import { request } from "./request";

/** All that is known of what waits for the person; to make it old is to read it again. */
export const ASKS = ["asks"] as const;
const COUNT = [...ASKS, "count"] as const;

/** Newest first, of all conversations: of one agent, or of all. */
export async function listOpenAsks(
  { cursor, agentId }: { cursor?: string; agentId?: string },
  signal?: AbortSignal,
): Promise<OpenAskPage> {
  const query = new URLSearchParams({
    limit: "20",
    ...(cursor && { cursor }),
    ...(agentId && { agent: agentId }),
  });
  return openAskPage.parse(await (await request(`/api/asks?${query}`, { signal })).json());
}

/** How much waits for the person, kept up with what changes; `known` is what the page came with. */
export function useAskCount(known?: AskCount): AskCount {
  const { data } = useQuery({
    queryKey: COUNT,
    queryFn: async ({ signal }) =>
      askCount.parse(await (await request("/api/asks/count", { signal })).json()),
    initialData: known,
    meta: {
      outdatedBy: (change) => isConversation(change) || change === ELSEWHERE || toldOf(change) !== undefined,
    },
  });
  return data ?? { count: 0, untold: 0, away: 0 };
}

/** Says that the person sees how much waits, so that nobody tells them otherwise. */
export function useSayAsksSeen(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    const isHeard = () =>
      client.setQueryData<AskCount>(COUNT, (before) => before && { ...before, untold: 0 });
    // Where it does not arrive they are told once more than they need.
    request("/api/asks/seen", { method: "POST" }).then(isHeard, () => {});
  }, [client]);
}
