"use client";

import { useEffect } from "react";
import { useChanges } from "@/components/client/changes";
import { toldOf } from "@/components/client/events";
import { useRouter } from "@/components/ui/kit/agent-base";
import { readTelling } from "./state";

const load = () => import("./telling");

const PLACES: readonly string[] = ["/inbox", "/schedule"];

/** Shows notifications from this tab. Loads the code only if they are on. */
export function useTelling(): void {
  const router = useRouter();
  const listen = useChanges();
  useEffect(() => {
    if (readTelling() === "on")
      load()
        .then(({ keepTelling }) => keepTelling())
        .catch(() => {});
  }, []);
  useEffect(
    () =>
      listen((change) => {
        const kind = change === null ? undefined : toldOf(change);
        if (kind === undefined || document.visibilityState === "visible" || readTelling() !== "on") return;
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
