"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";

const REST_MS = 500;

/**
 * Returns what `find` finds about a text, called whenever the user pauses; undefined until it is known. `key`
 * identifies the text: results for another key are dropped, and without a key `find` is not called.
 */
export function useAtRest<Found>(
  key: string | undefined,
  find: (signal: AbortSignal) => Promise<Found | undefined>,
): Found | undefined {
  const id = useId();
  const rested = useSettled(key ?? "", REST_MS);
  const isAtRest = key !== undefined && rested === key;
  // Failures are ignored here, because saving reports an unreachable server.
  const { data } = useQuery({
    queryKey: ["at rest", id, rested],
    queryFn: async ({ signal }) => (await find(signal)) ?? null,
    enabled: isAtRest,
    gcTime: 0,
  });
  return (isAtRest && data) || undefined;
}
