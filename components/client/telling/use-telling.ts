"use client";

import { useEffect } from "react";
import { useChanges } from "@/components/client/changes";
import { toldOf } from "@/components/client/events";
import { useRouter } from "@/components/ui/kit/agent-base";
import { readTelling } from "./state";

const load = () => import("./telling");

/** Where a notification may lead. */
const PLACES: readonly string[] = ["/inbox", "/schedule"];

/** What a tab does so that the person hears of what waits: little, for those who have not asked for it. */
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
    // Without https there is none. The bundler takes any other test of it for true, and out.
    if (!("serviceWorker" in navigator)) return;
    const { serviceWorker } = navigator;
    /** A notification was clicked, and the browser has shown this tab. */
    const open = ({ data }: MessageEvent) => {
      if (data?.type === "open" && PLACES.includes(data.path)) router.push(data.path);
    };
    serviceWorker.addEventListener("message", open);
    return () => serviceWorker.removeEventListener("message", open);
  }, [router]);
}
