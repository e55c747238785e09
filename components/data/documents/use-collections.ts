"use client";

import { useQuery } from "@tanstack/react-query";
import { wordsOf } from "@/components/settings/api";
import { isAboutDocuments, readCollections } from "./api";

/** The collections of the agent with their counts, kept up with what changes. */
export function useCollections() {
  const { data, error, refetch } = useQuery({
    queryKey: ["collections"],
    queryFn: ({ signal }) => readCollections(signal),
    meta: { outdatedBy: isAboutDocuments() },
  });
  return { collections: data, problem: error ? wordsOf(error) : undefined, load: () => void refetch() };
}
