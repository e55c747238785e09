"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";

const REST_MS = 500;

/**
 * Calls `find` whenever the user pauses typing, and returns its result; undefined until it is known. `key` identifies
 * the text: results for another key are dropped, and without a key `find` is not called.
 */
export function useAtRest<Found>(
  key: string | undefined,
  find: (signal: AbortSignal) => Promise<Found | undefined>,
): Found | undefined {
  const id = useId();
  const rested = useSettled(key ?? "", REST_MS);
  const isAtRest = key !== undefined && rested === key;
  // Ignore failures: if the server is unreachable, saving reports it.
  const { data } = useQuery({
    queryKey: ["at rest", id, rested],
    queryFn: async ({ signal }) => (await find(signal)) ?? null,
    enabled: isAtRest,
    gcTime: 0,
  });
  return (isAtRest && data) || undefined;
}
