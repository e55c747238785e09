"use client";

import { useEffect, useState } from "react";
import { later } from "@/components/ui/later";
import { visit } from "./api";

const AwayPanel = later(() => import("./away-panel").then((module) => module.AwayPanel));

/**
 * Interval between reports of the user's presence. It is much shorter than an absence that the panel reports.
 */
const LOOK_MS = 5 * 60_000;

export function Away() {
  const [since, setSince] = useState<string | null>(null);
  const [isDismissed, setIsDismissed] = useState(false);
  useEffect(() => {
    let isLeft = false;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      // Ignore errors, because the next report has the same result.
      visit().then(
        (since) => {
          if (!isLeft && since) setSince(since);
        },
        () => {},
      );
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      isLeft = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  if (!since || isDismissed) return null;
  return <AwayPanel since={since} now={new Date().toISOString()} onClose={() => setIsDismissed(true)} />;
}
