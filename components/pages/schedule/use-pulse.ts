"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { notifyProblem } from "@/components/ui/kit/notify";
import type { PulseView } from "@/lib/shared/jobs/contract";
import { changePulse, isAboutJobs, type PulseChange, readPulse } from "./api";

const PULSE = ["schedule", "pulse"] as const;

/** The pulse, kept up with what changes; a change is seen at once. */
export function usePulse() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: PULSE,
    queryFn: ({ signal }) => readPulse(signal),
    meta: { outdatedBy: isAboutJobs },
  });
  const { mutate, mutateAsync, variables, isPending } = useMutation({
    scope: { id: PULSE.join() },
    mutationFn: (change: PulseChange) => changePulse(change),
    onSuccess: (now) => {
      client.setQueryData<PulseView>(PULSE, now);
      void client.invalidateQueries({ queryKey: ["schedule", "span"] });
    },
  });
  const pulse = query.data && isPending ? { ...query.data, ...variables } : query.data;
  return {
    pulse,
    error: query.error,
    reload: () => void query.refetch(),
    toggle: (enabled: boolean) =>
      mutate(
        { enabled },
        {
          onError: (error) =>
            void notifyProblem(`The pulse was not switched ${enabled ? "on" : "off"}. ${failureText(error)}`),
        },
      ),
    change: mutateAsync,
  };
}
