"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { notifyProblem } from "@/components/ui/kit/notify";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
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
            void notifyProblem(t("notChanged", { name: t("checkIns"), error: failureText(error) })),
        },
      ),
    change: mutateAsync,
  };
}
