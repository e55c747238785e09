"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "@/components/ui/dialog";
import { notify } from "@/components/ui/kit/notify";
import { Skeleton } from "@/components/ui/skeleton";
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
      void notify("The address was revoked. Subscribed calendars no longer get events");
    },
  });
  const problem = make.error ?? revoke.error ?? error;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-w-120">
        <DialogTitle className="pr-8">Subscribe to the calendar</DialogTitle>
        <DialogDescription>
          Other calendars, such as on a phone, can subscribe to this one by its address. Anyone with the
          address can read all events without a password, but cannot change them.
        </DialogDescription>
        {data === undefined && !error && <Skeleton className="h-10" />}
        {data && (
          <>
            <div className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
              <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{data.url}</code>
              <CopyButton text={() => data.url} label="Copy the address" />
            </div>
            {isOnlyHere(data.url) && (
              <p className="text-meta text-ink-2">
                Only programs on this computer can reach the address. Set EASEL_ORIGIN to make Easel reachable
                from elsewhere.
              </p>
            )}
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
              Revoke
            </Button>
          )}
          {data === null ? (
            <>
              <Button variant="outline" onClick={onClose}>
                Cancel
              </Button>
              <Button aria-disabled={make.isPending} onClick={() => !make.isPending && make.mutate()}>
                Create an address
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>Done</Button>
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
