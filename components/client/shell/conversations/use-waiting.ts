"use client";

import { useEffect } from "react";
import { useSayAsksSeen } from "@/components/client/asks";
import type { AskCount } from "@/lib/shared/chat/open-asks";

export function useWaiting({ count, untold }: AskCount): void {
  const sayAsksSeen = useSayAsksSeen();
  useEffect(() => keepTitle(count), [count]);
  useEffect(() => {
    // Ignore errors: the browser may not support badges or may not permit them.
    const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    shown?.catch(() => {});
  }, [count]);
  useEffect(() => {
    if (untold === 0) return;
    const say = () => {
      if (document.visibilityState === "visible") sayAsksSeen();
    };
    say();
    document.addEventListener("visibilitychange", say);
    return () => document.removeEventListener("visibilitychange", say);
  }, [untold, sayAsksSeen]);
}

const BEFORE = /^\(\d+\) /;

/**
 * Prepends the count to the title, and again whenever a page changes its title. Returns a function that stops
 * watching the title.
 */
function keepTitle(count: number): () => void {
  const write = () => {
    const own = document.title.replace(BEFORE, "");
    const wanted = count > 0 ? `(${count}) ${own}` : own;
    if (document.title !== wanted) document.title = wanted;
  };
  write();
  const observer = new MutationObserver(write);
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
