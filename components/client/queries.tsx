"use client";

import { notifyManager, QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useChanges } from "./changes";
import type { Change } from "./events";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Whether a change on the server makes the answer old. Without it the answer holds for as long as it is cached. */
      outdatedBy?: (change: string) => boolean;
    };
  }
}

/** Changes come in numbers: what they make old is read again once they pause, or after the longest wait. */
const SETTLE_MS = 150;
const LONGEST_MS = 1_000;

// What the person has done is drawn in the same turn, so that the focus can follow it to its new place.
notifyManager.setScheduler((draw) => draw());

/** The cache of the tab, above its pages, so that what one of them has read is there when the person comes back to it. */
export function QueriesProvider({ children }: { children: ReactNode }) {
  const [client] = useState(newQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Errors are shown at once, with a way to try again; the event stream says when an answer is old. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Easel may run on this machine, which needs no network.
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });

/** Has the cache follow the event stream of the tab. */
export function useLiveQueries(): void {
  const client = useQueryClient();
  const listen = useChanges();
  useEffect(() => followChanges(client, listen), [client, listen]);
}

/** Reads again what changes make old: now where it is looked at, otherwise when somebody comes back to it. */
export function followChanges(
  client: QueryClient,
  listen: (listener: (change: Change) => void) => () => void,
): () => void {
  let heard = new Set<Change>();
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = () => {
    const changes = [...heard];
    heard = new Set();
    void client.invalidateQueries({
      predicate: ({ meta, state }) =>
        changes.some((change) =>
          // Null: anything may have changed, and what failed may go well now.
          change === null
            ? meta?.outdatedBy !== undefined || state.status === "error"
            : meta?.outdatedBy?.(change),
        ),
    });
  };
  const hear = (change: Change) => {
    if (heard.size === 0) since = Date.now();
    heard.add(change);
    clearTimeout(timer);
    timer = setTimeout(renew, Math.max(0, Math.min(SETTLE_MS, since + LONGEST_MS - Date.now())));
  };
  const onNetwork = () => hear(null);
  const stop = listen(hear);
  // The network may have gone before anybody listened.
  if (!navigator.onLine) onNetwork();
  addEventListener("online", onNetwork);
  addEventListener("offline", onNetwork);
  return () => {
    clearTimeout(timer);
    stop();
    removeEventListener("online", onNetwork);
    removeEventListener("offline", onNetwork);
  };
}
