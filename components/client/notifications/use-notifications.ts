"use client";

import { useEffect } from "react";
import { useChanges } from "@/components/client/changes";
import { notificationOf } from "@/components/client/events";
import { useRouter } from "@/components/ui/kit/agent-base";
import { readNotificationState } from "./state";

const load = () => import("./subscription");

const PLACES: readonly string[] = ["/inbox", "/calendar/jobs"];

/**
 * Shows notifications from this tab while it is hidden. Loads the code for that only if notifications are on.
 */
export function useNotifications(): void {
  const router = useRouter();
  const listen = useChanges();
  useEffect(() => {
    if (readNotificationState() === "on")
      load()
        .then(({ renewSubscription }) => renewSubscription())
        .catch(() => {});
  }, []);
  useEffect(
    () =>
      listen((change) => {
        const kind = change === null ? undefined : notificationOf(change);
        if (kind === undefined || document.visibilityState === "visible" || readNotificationState() !== "on")
          return;
        load()
          .then(({ notifyHere }) => notifyHere(kind))
          .catch(() => {});
      }),
    [listen],
  );
  useEffect(() => {
    // Insecure contexts have no service worker. Keep this form of the test: the bundler assumes that other
    // forms are true and removes them.
    if (!("serviceWorker" in navigator)) return;
    const { serviceWorker } = navigator;
    /** The user clicked a notification, and the browser focused this tab. */
    const open = ({ data }: MessageEvent) => {
      if (data?.type === "open" && PLACES.includes(data.path)) router.push(data.path);
    };
    serviceWorker.addEventListener("message", open);
    return () => serviceWorker.removeEventListener("message", open);
  }, [router]);
}
