"use client";

import { usePagedList } from "@/components/client/paged-list";
import { type Item, isAboutJobs, readRuns } from "./api";

/** What a job or trigger did, newest first. */
export const useRuns = (item: Pick<Item, "kind" | "id">) =>
  usePagedList({
    key: ["schedule", "runs", item.id],
    read: (cursor, signal) => readRuns(item, cursor, signal),
    idOf: ({ id }) => id,
    outdatedBy: isAboutJobs,
  });
