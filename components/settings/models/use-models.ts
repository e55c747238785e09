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
    // Refetch on every mount, because no event reports changes at the providers. Only the list of a page that
    // was just rendered stays fresh for a while, because each request asks every provider.
    staleTime: initial ? FRESH_MS : 0,
    refetchOnWindowFocus: false,
  });
  const reload = useCallback(async () => (await refetch()).data ?? null, [refetch]);
  return { view: data ?? null, problem: error ? failureText(error) : null, reload };
}
