"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { componentOf } from "@/components/chat/client/events";
import { useChanges } from "@/components/shell/changes";

const SETTLE_MS = 150;

/** Reads the page again when components change, here or elsewhere; with `name`, only when that one does. */
export function useLibraryChanges(name?: string): void {
  const router = useRouter();
  const listen = useChanges();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      const changed = change === null ? null : componentOf(change);
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
