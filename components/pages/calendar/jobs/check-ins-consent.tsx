"use client";

import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { request } from "@/components/client/request";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import Link from "@/components/ui/kit/agent-base";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { PulseView } from "@/lib/shared/jobs/contract";
import { formatCost } from "./labels";

const limits = z.object({
  budget: z.object({
    unattendedDayUsd: z.nullable(z.number()),
    unattendedDayTokens: z.nullable(z.number()),
  }),
});

type CheckInsConsentProps = { checkIns: PulseView; onYes: () => void; onClose: () => void };

/**
 * Asks the user to confirm before check-ins are turned on. Shows how often they would run and what they could
 * cost a day at most.
 */
export function CheckInsConsent({ checkIns: { pulsesPerDay }, onYes, onClose }: CheckInsConsentProps) {
  const { data } = useQuery({
    queryKey: ["budget", "limits"],
    queryFn: async ({ signal }) =>
      limits.parse(await (await request("/api/budget", { signal })).json()).budget,
    staleTime: 0,
  });
  return (
    <AlertDialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{t("consentTitle")}</AlertDialogTitle>
        <AlertDialogDescription>
          {t("consentCalls", { count: pulsesPerDay })}{" "}
          {data && describeLimits(data.unattendedDayUsd, data.unattendedDayTokens)}
        </AlertDialogDescription>
        <p className="text-meta text-ink-3">
          <Link href="/settings/usage" className="underline underline-offset-4">
            {t("setLimit")}
          </Link>
        </p>
        <AlertDialogFooter>
          <AlertDialogAction onClick={onYes}>{t("turnOn")}</AlertDialogAction>
          <AlertDialogCancel>{common("cancel")}</AlertDialogCancel>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

function describeLimits(usd: number | null, tokens: number | null): string {
  const maxima = [formatCost(usd), tokens === null ? null : t("tokens", { count: tokens })].filter(
    (one) => one !== null,
  );
  if (maxima.length === 0) return t("consentNoLimit");
  const limit = new Intl.ListFormat(formatTag(), { type: "disjunction" }).format(maxima);
  return t("consentLimit", { limit });
}
