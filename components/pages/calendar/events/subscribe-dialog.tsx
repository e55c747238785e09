"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "@/components/ui/dialog";
import { notify } from "@/components/ui/kit/notify";
import { Skeleton } from "@/components/ui/skeleton";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { t as common } from "@/lib/shared/i18n/en/common";
import { makeCalendarAddress, readCalendarAddress, revokeCalendarAddress } from "./calendar-api";

const KEY = ["calendar-address"];

export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readCalendarAddress(signal),
    gcTime: 0,
  });
  const make = useMutation({
    mutationFn: makeCalendarAddress,
    onSuccess: (address) => client.setQueryData(KEY, address),
  });
  const revoke = useMutation({
    mutationFn: revokeCalendarAddress,
    onSuccess: () => {
      client.setQueryData(KEY, null);
      void notify(t("revoked"));
    },
  });
  const problem = make.error ?? revoke.error ?? error;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-w-120">
        <DialogTitle className="pr-8">{t("subscribe")}</DialogTitle>
        <DialogDescription>{t("subscribeHint")}</DialogDescription>
        {data === undefined && !error && <Skeleton className="h-10" />}
        {data && (
          <>
            <div className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
              <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{data.url}</code>
              <CopyButton text={() => data.url} label={calendarText("copyAddress")} />
            </div>
            {isOnlyHere(data.url) && <p className="text-meta text-ink-2">{t("onlyHere")}</p>}
          </>
        )}
        {problem && (
          <p role="alert" className="text-danger wrap-anywhere">
            {failureText(problem)}
          </p>
        )}
        <DialogFooter className="justify-end">
          {data && (
            <Button
              variant="outline"
              className="mr-auto text-danger"
              aria-disabled={revoke.isPending}
              onClick={() => !revoke.isPending && revoke.mutate()}
            >
              {common("revoke")}
            </Button>
          )}
          {data === null ? (
            <>
              <Button variant="outline" onClick={onClose}>
                {common("cancel")}
              </Button>
              <Button aria-disabled={make.isPending} onClick={() => !make.isPending && make.mutate()}>
                {t("createAddress")}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>{common("done")}</Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const isOnlyHere = (url: string) => {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
};
