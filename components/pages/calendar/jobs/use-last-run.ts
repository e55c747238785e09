import { useQuery } from "@tanstack/react-query";
import type { JobRunView } from "@/lib/shared/jobs/contract";
import { type Fired, isAboutJobs, readRuns } from "./api";

/** Returns the last run of a job. `at` is when it ran; if null, nothing is read. */
export function useLastRun(item: Fired, at: string | null): JobRunView | undefined {
  const { data } = useQuery({
    queryKey: ["schedule", "last run", item.id, at],
    queryFn: async ({ signal }) =>
      (await readRuns(item, { cursor: undefined, limit: 1 }, signal)).items[0] ?? null,
    enabled: at !== null,
    meta: { outdatedBy: isAboutJobs },
  });
  return data ?? undefined;
}
