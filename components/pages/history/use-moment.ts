"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { historyOf } from "@/components/client/events";
import { ApiError } from "@/components/client/request";
import { troubleText } from "@/components/client/versions/trouble";
import { readMoment } from "./api";
import { restoreAll } from "./restore-all";

const tooEarly = z.object({ first: z.string() });

/** What would change if all went back to a moment, as it is now, and the way there. */
export function useMoment(at: string, onDone: () => void) {
  const restore = useMutation({
    mutationFn: (wanted: { at: string; hash: string }) => restoreAll(wanted.at, wanted.hash),
    onSuccess: onDone,
    onError: async (error) => {
      if (isOutdated(error)) await refetch();
    },
  });
  const { data, error, refetch } = useQuery({
    queryKey: ["history", "moment", at],
    queryFn: ({ signal }) => readMoment(at, signal),
    // What restoring itself changes is not shown as a change.
    meta: { outdatedBy: (change) => !restore.isPending && historyOf(change) !== undefined },
  });
  const details = error instanceof ApiError ? tooEarly.safeParse(error.details).data : undefined;
  const refusal = restore.variables?.at === at ? restore.error : null;
  return {
    preview: error ? undefined : data,
    problem: error
      ? {
          words: troubleText(error),
          /** When the agent began, where the moment was before that. */
          first: details?.first,
        }
      : undefined,
    /** Something changed between the look at it and the restoring. */
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
