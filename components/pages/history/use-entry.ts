"use client";

import { useQuery } from "@tanstack/react-query";
import { historyOf } from "@/components/client/events";
import { troubleText } from "@/components/client/versions/trouble";
import { type Entry, readEntry } from "./api";

export function useEntry(
  id: string | undefined,
  entries: readonly Entry[] | undefined,
  initial: Entry | undefined,
) {
  const listed = entries?.find(({ revision }) => revision.id === id);
  const { data, error, refetch } = useQuery({
    queryKey: ["history", "entry", id],
    queryFn: ({ signal }) => readEntry(id ?? "", signal),
    // Wait for the list, which may contain the entry.
    enabled: id !== undefined && entries !== undefined && !listed,
    initialData: initial && initial.revision.id === id ? initial : undefined,
    meta: { outdatedBy: (change) => historyOf(change) !== undefined },
  });
  return {
    entry: listed ?? data,
    problem: !listed && !data && error ? troubleText(error) : undefined,
    again: () => void refetch(),
  };
}
