"use client";

import { useEffect, useRef } from "react";
import { useChanges } from "@/components/client/changes";
import { historyOf, SETTINGS } from "@/components/client/events";

const SETTLE_MS = 150;

/** Calls `again` when tools or their settings have changed, here or elsewhere; with `name`, of tools only that one. */
export function useToolChanges(again: () => void, name?: string): void {
  const listen = useChanges();
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      if (change !== null && !isAboutTools(change, name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen, name]);
}

function isAboutTools(change: string, name: string | undefined): boolean {
  if (change === SETTINGS) return true;
  const thing = historyOf(change);
  return thing?.kind === "tool" && (name === undefined || thing.name === name);
}
