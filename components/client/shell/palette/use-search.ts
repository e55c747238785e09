"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listConversations } from "@/components/client/conversations";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";
import type { Summary } from "@/lib/shared/chat/contract";

const PAUSE_MS = 180;

export type Search = {
  query: string;
  results: Summary[];
  hasMore: boolean;
  state: "idle" | "searching" | "found" | "failed";
};

const NOTHING: Search = { query: "", results: [], hasMore: false, state: "idle" };

/** Searches titles and messages of conversations, debounced. Earlier results stay until new ones arrive. */
export function useSearch(text: string, isAll = false) {
  const wanted = text.trim();
  const query = useSettled(wanted, PAUSE_MS);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["conversations", "search", query, isAll],
    queryFn: async ({ signal }) => {
      const { conversations, nextCursor } = await listConversations({ q: query, isAll, signal });
      return { query, results: conversations, hasMore: typeof nextCursor === "string" };
    },
    enabled: query !== "" && wanted !== "",
    initialData: query === "" ? { query, results: [], hasMore: false } : undefined,
    placeholderData: keepPreviousData,
    // Messages change with every word of a running answer, so do not cache results.
    gcTime: 0,
    staleTime: 0,
  });
  const again = () => void refetch();
  if (wanted === "") return { ...NOTHING, again };
  const isSearching = isFetching || query !== wanted;
  if (isError && !isSearching) return { ...NOTHING, query, state: "failed" as const, again };
  return {
    ...NOTHING,
    ...data,
    state: isSearching || !data ? ("searching" as const) : ("found" as const),
    again,
  };
}
