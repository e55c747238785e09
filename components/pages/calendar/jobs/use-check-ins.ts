"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { notifyProblem } from "@/components/ui/kit/notify";
import type { PulseView } from "@/lib/shared/jobs/contract";
import { changePulse, isAboutJobs, type PulseChange, readPulse } from "./api";

const KEY = ["schedule", "check-ins"] as const;

export function useCheckIns() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readPulse(signal),
    meta: { outdatedBy: isAboutJobs },
  });
  const { mutate, mutateAsync, variables, isPending } = useMutation({
    scope: { id: KEY.join() },
    mutationFn: (change: PulseChange) => changePulse(change),
    onSuccess: (now) => {
      client.setQueryData<PulseView>(KEY, now);
      void client.invalidateQueries({ queryKey: ["schedule", "span"] });
    },
  });
  const checkIns = query.data && isPending ? { ...query.data, ...variables } : query.data;
  return {
    checkIns,
    error: query.error,
    reload: () => void query.refetch(),
    toggle: (enabled: boolean) =>
      mutate(
        { enabled },
        {
          onError: (error) =>
            void notifyProblem(
              enabled
                ? `Could not turn check-ins on. ${failureText(error)}`
                : `Could not turn check-ins off. ${failureText(error)}`,
            ),
        },
      ),
    change: mutateAsync,
  };
}
