"use client";

import { useQuery } from "@tanstack/react-query";
import { isAboutBlocks, readCounts } from "./api";
import { isAboutFacts } from "./facts-api";

export const COUNTS = ["memory", "counts"] as const;

export const useCounts = () =>
  useQuery({
    queryKey: COUNTS,
    queryFn: ({ signal }) => readCounts(signal),
    meta: { outdatedBy: (change) => isAboutFacts(change) || isAboutBlocks(change) },
  });
