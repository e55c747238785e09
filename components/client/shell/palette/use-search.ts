"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listConversations } from "@/components/client/conversations";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";
import type { Summary } from "@/lib/shared/chat/contract";

const PAUSE_MS = 180;

export type Search = {
  /** What was looked for last. */
  query: string;
  results: Summary[];
  /** There are more than these. */
  hasMore: boolean;
  state: "idle" | "searching" | "found" | "failed";
};

const NOTHING: Search = { query: "", results: [], hasMore: false, state: "idle" };

/** Conversations whose titles or messages hold the text, asked for once the person pauses; earlier results stay until then. */
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
    // What messages hold changes with every word of an answer: what was found is only good for now.
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
