"use client";

import { useEffect, useState } from "react";
import { later } from "@/components/ui/later";
import { visit } from "./api";

const AwayPanel = later(() => import("./away-panel").then((module) => module.AwayPanel));

/** Well below the absence that is told of. */
const LOOK_MS = 5 * 60_000;

/** Tells the server that somebody looks, for as long as somebody does; after an absence, shows what went on meanwhile. */
export function Away() {
  const [since, setSince] = useState<string | null>(null);
  const [isDismissed, setIsDismissed] = useState(false);
  useEffect(() => {
    let isLeft = false;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      // Nobody asked for it: where it fails, the next look tells it.
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
