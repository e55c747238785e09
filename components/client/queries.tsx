"use client";

import { notifyManager, QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useChanges } from "./changes";
import type { Change } from "./events";
import "./no-eval";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /**
       * Returns true if a change makes the result stale. Without this function, no change makes the result
       * stale.
       */
      outdatedBy?: (change: string) => boolean;
    };
  }
}

/** Changes arrive in bursts: refetch after a pause, or after the maximum delay. */
const SETTLE_MS = 150;
const MAX_DELAY_MS = 1_000;

// Render results synchronously, so that the focus can follow an item to its new position.
notifyManager.setScheduler((draw) => draw());

/** Provides the query cache of the tab. It is mounted above the pages, so that results survive navigation. */
export function QueriesProvider({ children }: { children: ReactNode }) {
  const [client] = useState(newQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * Creates a client without retries, because errors are shown with a retry button, and without expiry, because
 * the event stream reports stale results.
 */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Query even if the browser is offline, because Easel may run on the same machine.
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });

export function useLiveQueries(): void {
  const client = useQueryClient();
  const listen = useChanges();
  useEffect(() => followChanges(client, listen), [client, listen]);
}

/** Invalidates queries after changes. Mounted queries refetch at once, all others when they mount again. */
export function followChanges(
  client: QueryClient,
  listen: (listener: (change: Change) => void) => () => void,
): () => void {
  let pending = new Set<Change>();
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = () => {
    const changes = [...pending];
    pending = new Set();
    void client.invalidateQueries({
      predicate: ({ meta, state }) =>
        changes.some((change) =>
          // Null means that anything may have changed. Failed queries may succeed now.
          change === null
            ? meta?.outdatedBy !== undefined || state.status === "error"
            : meta?.outdatedBy?.(change),
        ),
    });
  };
  const receive = (change: Change) => {
    if (pending.size === 0) since = Date.now();
    pending.add(change);
    clearTimeout(timer);
    timer = setTimeout(renew, Math.max(0, Math.min(SETTLE_MS, since + MAX_DELAY_MS - Date.now())));
  };
  const onNetwork = () => receive(null);
  const stop = listen(receive);
  // The browser may have gone offline before the listeners were added.
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
