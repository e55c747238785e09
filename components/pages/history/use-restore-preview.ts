"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { historyOf } from "@/components/client/events";
import { ApiError } from "@/components/client/request";
import { troubleText } from "@/components/client/versions/trouble";
import type { Restored } from "@/lib/shared/history";
import { type RestoreChoice, readRestorePreview } from "./api";
import { restoreAll } from "./restore-all";

const tooEarly = z.object({ first: z.string() });

type Wanted = { at: string; choice: RestoreChoice };

export function useRestorePreview(
  at: string,
  conversation: string | undefined,
  onDone: (done: Restored) => void,
) {
  const restore = useMutation({
    mutationFn: ({ at, choice }: Wanted) => restoreAll(at, choice),
    onSuccess: onDone,
    onError: async (error) => {
      if (isOutdated(error)) await refetch();
    },
  });
  const { data, error, refetch } = useQuery({
    queryKey: ["history", "moment", at, conversation],
    queryFn: ({ signal }) => readRestorePreview(at, conversation, signal),
    meta: {
      // Ignore the changes that the restore itself makes.
      outdatedBy: (change) =>
        !restore.isPending &&
        (historyOf(change) !== undefined || (conversation !== undefined && change === conversation)),
    },
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
    restore: (choice: RestoreChoice) => {
      if (!restore.isPending) restore.mutate({ at, choice });
    },
  };
}

const isOutdated = (error: Error): boolean => error instanceof ApiError && error.status === 409;
