"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { failureText } from "@/components/client/failure";
import { readModels } from "@/components/settings/api";
import type { ModelsView } from "@/lib/shared/settings";

export type Models = {
  /** The last result; null until the first one. */
  view: ModelsView | null;
  problem: string | null;
  reload: () => Promise<ModelsView | null>;
};

/** Time for which the list that the page was rendered with counts as fresh. */
const FRESH_MS = 10_000;

export function useModels(initial: ModelsView | null, isWanted = true): Models {
  const { data, error, refetch } = useQuery({
    queryKey: ["models"],
    queryFn: ({ signal }) => readModels(signal),
    enabled: isWanted,
    initialData: initial ?? undefined,
    // Each request asks every provider. No event reports changes there, so results are otherwise stale
    // immediately.
    staleTime: initial ? FRESH_MS : 0,
    refetchOnWindowFocus: false,
  });
  const reload = useCallback(async () => (await refetch()).data ?? null, [refetch]);
  return { view: data ?? null, problem: error ? failureText(error) : null, reload };
}
