"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { wordsOf } from "@/components/settings/api";
import { readAssembled, type Wanted } from "./api";

/** What a model would be given now; read again when anything has changed. */
export function useAssembled({ conversation, model }: Wanted) {
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery({
    queryKey: ["assembled", { conversation, model }],
    queryFn: ({ signal }) =>
      readAssembled({ ...(conversation && { conversation }), ...(model && { model }) }, signal),
    placeholderData: keepPreviousData,
    meta: { outdatedBy: always },
  });
  return {
    prompt: data,
    problem: error ? wordsOf(error) : undefined,
    isReading: isPending || isPlaceholderData,
    again: () => void refetch(),
  };
}

const always = (): boolean => true;
