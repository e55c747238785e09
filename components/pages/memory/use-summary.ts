"use client";

import { useQuery } from "@tanstack/react-query";
import { BLOB, isAboutBlob } from "./api";

export const SUMMARY = ["memory", "summary"] as const;

/** Loads the text that save_memory writes. */
export function useSummary() {
  const { data, error, refetch } = useQuery({
    queryKey: SUMMARY,
    queryFn: () => BLOB.read(),
    meta: { outdatedBy: isAboutBlob },
  });
  return { summary: data, error, reload: () => void refetch() };
}
