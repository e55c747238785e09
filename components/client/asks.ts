"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type AskCount, askCount, type OpenAskPage, openAskPage } from "@/lib/shared/chat/open-asks";
import { ELSEWHERE, isConversation, notificationOf } from "./events";
import { request } from "./request";

/** Key prefix of the queries for open asks. Invalidate it to refetch them. */
export const ASKS = ["asks"] as const;
const COUNT = [...ASKS, "count"] as const;

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

/**
 * Loads the number of open asks and refetches on changes. `initial` is the value that the page was rendered
 * with.
 */
export function useAskCount(initial?: AskCount): AskCount {
  const { data } = useQuery({
    queryKey: COUNT,
    queryFn: async ({ signal }) =>
      askCount.parse(await (await request("/api/asks/count", { signal })).json()),
    initialData: initial,
    meta: {
      outdatedBy: (change) =>
        isConversation(change) || change === ELSEWHERE || notificationOf(change) !== undefined,
    },
  });
  return data ?? { count: 0, untold: 0, away: 0 };
}

/**
 * Returns a function that tells the server that the user has seen the number of asks, so that the server
 * sends no notifications about them.
 */
export function useSayAsksSeen(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    const markSeen = () =>
      client.setQueryData<AskCount>(COUNT, (before) => before && { ...before, untold: 0 });
    // If this request fails, the user gets one redundant notification.
    request("/api/asks/seen", { method: "POST" }).then(markSeen, () => {});
  }, [client]);
}
