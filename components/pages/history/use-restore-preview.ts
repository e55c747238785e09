"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { historyOf } from "@/components/client/events";
import { ApiError } from "@/components/client/request";
import { troubleText } from "@/components/client/versions/trouble";
import { readRestorePreview } from "./api";
import { restoreAll } from "./restore-all";

const tooEarly = z.object({ first: z.string() });

export function useRestorePreview(at: string, onDone: () => void) {
  const restore = useMutation({
    mutationFn: (wanted: { at: string; hash: string }) => restoreAll(wanted.at, wanted.hash),
    onSuccess: onDone,
    onError: async (error) => {
      if (isOutdated(error)) await refetch();
    },
  });
  const { data, error, refetch } = useQuery({
    queryKey: ["history", "moment", at],
    queryFn: ({ signal }) => readRestorePreview(at, signal),
    // Ignore the changes that the restore itself makes.
    meta: { outdatedBy: (change) => !restore.isPending && historyOf(change) !== undefined },
  });
  const details = error instanceof ApiError ? tooEarly.safeParse(error.details).data : undefined;
  const refusal = restore.variables?.at === at ? restore.error : null;
  return {
    preview: error ? undefined : data,
    problem: error
      ? {
          words: troubleText(error),
          /** Time of the first version, if `at` is before it. */
          first: details?.first,
        }
      : undefined,
    /** True if an item changed between the preview and the restore. */
    isStale: refusal !== null && isOutdated(refusal),
    failure: refusal === null || isOutdated(refusal) ? undefined : troubleText(refusal),
    isBusy: restore.isPending,
    again: () => void refetch(),
    restore: () => {
      if (data && !restore.isPending) restore.mutate({ at, hash: data.hash });
    },
  };
}

const isOutdated = (error: Error): boolean => error instanceof ApiError && error.status === 409;
