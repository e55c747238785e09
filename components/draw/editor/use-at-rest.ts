"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";

const REST_MS = 500;

/**
 * What `find` says of what is being written, asked for whenever its writer rests; undefined until it is known. `key`
 * stands for all that is asked about: an answer for another one is let go, and without a key nothing is asked.
 */
export function useAtRest<Found>(
  key: string | undefined,
  find: (signal: AbortSignal) => Promise<Found | undefined>,
): Found | undefined {
  const id = useId();
  const rested = useSettled(key ?? "", REST_MS);
  const isAtRest = key !== undefined && rested === key;
  // Saving says what is wrong with the way to the server; what could not be asked says nothing.
  const { data } = useQuery({
    queryKey: ["at rest", id, rested],
    queryFn: async ({ signal }) => (await find(signal)) ?? null,
    enabled: isAtRest,
    gcTime: 0,
  });
  return (isAtRest && data) || undefined;
}
