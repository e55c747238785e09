"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useChanges } from "@/components/client/changes";
import { componentOf, historyOf } from "@/components/client/events";

const SETTLE_MS = 150;

/** Reads the page again when components change, here or elsewhere; with `name`, only when that one does. */
export function useLibraryChanges(name?: string): void {
  const router = useRouter();
  const listen = useChanges();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      const changed = change === null ? null : changedComponent(change);
      if (changed === undefined || (name !== undefined && changed !== null && changed !== name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => router.refresh(), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen, router, name]);
}

/** Trusting one makes no version, but is told as a change of its history. */
function changedComponent(change: string): string | undefined {
  const thing = historyOf(change);
  return componentOf(change) ?? (thing?.kind === "component" ? thing.name : undefined);
}
