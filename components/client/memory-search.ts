"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";
import { MAX_QUERY, memoryHits, type SearchDomain } from "@/lib/shared/memory/memory-search";
import { request } from "./request";

const PAUSE_MS = 180;
/** What words find is shown after so long, also where the model of meanings is not there yet. */
const PATIENCE_MS = 120;

type Wanted = {
  domain: SearchDomain;
  limit: number;
  /** What changes of the event stream make what was found old. */
  outdatedBy?: (change: string) => boolean;
};

/**
 * What fits a text in the agent's memory and conversations, by the search that the agent itself has, asked once the person
 * pauses. By words at first where it takes long to compare meanings; earlier results stay until then.
 */
export function useMemorySearch(text: string, { domain, limit, outdatedBy = never }: Wanted) {
  const wanted = text.trim().slice(0, MAX_QUERY);
  const query = useSettled(wanted, PAUSE_MS);
  const options = {
    enabled: query !== "" && wanted !== "",
    meta: { outdatedBy },
    // What messages hold changes with every word of an answer: what was found is only good for now.
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
    /** Undefined while nothing was found yet, and where nothing is looked for. */
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
