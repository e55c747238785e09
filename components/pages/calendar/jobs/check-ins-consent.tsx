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
import { formatCount } from "@/components/ui/kit/format";
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
        <AlertDialogTitle>Turn on check-ins?</AlertDialogTitle>
        <AlertDialogDescription>
          The agent starts on its own up to {formatCount(pulsesPerDay, "time")} a day and calls the model each
          time. {data && describeLimits(data.unattendedDayUsd, data.unattendedDayTokens)}
        </AlertDialogDescription>
        <p className="text-meta text-ink-3">
          <Link href="/settings/usage" className="underline underline-offset-4">
            Set the daily limit
          </Link>
        </p>
        <AlertDialogFooter>
          <AlertDialogAction onClick={onYes}>Turn on</AlertDialogAction>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

function describeLimits(usd: number | null, tokens: number | null): string {
  const maxima = [formatCost(usd), tokens === null ? null : formatCount(tokens, "token")].filter(Boolean);
  return maxima.length > 0
    ? `All unattended work may cost at most ${maxima.join(" or ")} a day.`
    : "There is no daily cost limit.";
}
