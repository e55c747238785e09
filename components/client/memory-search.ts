"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";
import { MAX_QUERY, memoryHits, type SearchDomain } from "@/lib/shared/memory/memory-search";
import { request } from "./request";

const PAUSE_MS = 180;
/** How long the server waits for the embedding model before it returns word matches only. */
const PATIENCE_MS = 120;

type Wanted = {
  domain: SearchDomain;
  limit: number;
  outdatedBy?: (change: string) => boolean;
};

/**
 * Searches memory and conversations with the agent's own search, debounced. If the embedding model does not
 * answer within PATIENCE_MS, returns word matches first. Keeps earlier results until new ones arrive.
 */
export function useMemorySearch(text: string, { domain, limit, outdatedBy = never }: Wanted) {
  const wanted = text.trim().slice(0, MAX_QUERY);
  const query = useSettled(wanted, PAUSE_MS);
  const options = {
    enabled: query !== "" && wanted !== "",
    meta: { outdatedBy },
    // Messages change with every word of a running answer, so do not cache results.
    ...{ gcTime: 0, staleTime: 0 },
  };
  const first = useQuery({
    ...options,
    queryKey: ["memory", "search", domain, limit, query],
    queryFn: async ({ signal }) => ({
      query,
      ...(await search({ q: query, domain, limit }, PATIENCE_MS, signal)),
    }),
    placeholderData: keepPreviousData,
  });
  const isFirst = first.data?.query === query;
  const whole = useQuery({
    ...options,
    queryKey: ["memory", "search", domain, limit, query, "whole"],
    queryFn: ({ signal }) => search({ q: query, domain, limit }, undefined, signal),
    enabled: options.enabled && isFirst && first.data?.by_meaning === false && first.data.waiting !== null,
  });
  const isSearching = wanted !== "" && (first.isFetching || query !== wanted || !isFirst) && !first.isError;
  return {
    query,
    /** Undefined without a search text and until the first results arrive. */
    results: wanted === "" ? undefined : (whole.data?.results ?? first.data?.results),
    isSearching,
    error: first.error,
    again: () => void first.refetch(),
  };
}

async function search(
  asked: { q: string; domain: SearchDomain; limit: number },
  wait: number | undefined,
  signal: AbortSignal,
) {
  const query = new URLSearchParams({
    ...{ ...asked, limit: String(asked.limit), partial: "true" },
    ...(wait !== undefined && { wait: String(wait) }),
  });
  return memoryHits.parse(await (await request(`/api/memory/search?${query}`, { signal })).json());
}

const never = (): boolean => false;
