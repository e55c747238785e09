"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { failureText } from "@/components/client/failure";
import { readModels } from "@/components/settings/api";
import type { ModelsView } from "@/lib/shared/settings";

export type Models = {
  /** What was last heard; null until then. */
  view: ModelsView | null;
  /** Why they could not be read. */
  problem: string | null;
  reload: () => Promise<ModelsView | null>;
};

/** For so long it need not be asked again what the server has just said. */
const FRESH_MS = 10_000;

/** The models that can be chosen: those that the page came with, or asked for when they are wanted. */
export function useModels(known: ModelsView | null, isWanted = true): Models {
  const { data, error, refetch } = useQuery({
    queryKey: ["models"],
    queryFn: ({ signal }) => readModels(signal),
    enabled: isWanted,
    initialData: known ?? undefined,
    // Each reading asks every provider: a model may have come or gone there, of which no event tells.
    staleTime: known ? FRESH_MS : 0,
    refetchOnWindowFocus: false,
  });
  const reload = useCallback(async () => (await refetch()).data ?? null, [refetch]);
  return { view: data ?? null, problem: error ? failureText(error) : null, reload };
}
