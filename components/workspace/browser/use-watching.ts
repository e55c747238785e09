"use client";

import { type RefObject, useEffect } from "react";
import { tellSeen } from "./api";

/** The server trusts a report for five seconds, so a lost connection ends watching. */
const EVERY_MS = 2_000;
const MAX_OF_IT = 0.6;

/**
 * Tells the server while the user sees most of the live image in a visible tab. While watched, the agent
 * needs no approval to send data from the page.
 */
export function useWatching(view: RefObject<Element | null>, conversationId: string, isLive: boolean): void {
  useEffect(() => {
    const picture = view.current?.querySelector("canvas");
    if (!isLive || !conversationId || !picture) return;
    let isInView = false;
    let said = false;
    const tell = () => {
      const seen = isInView && document.visibilityState === "visible";
      // Report only once that the image is not visible.
      if (seen || said) void tellSeen(conversationId, seen).catch(() => {});
      said = seen;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = (entries.at(-1)?.intersectionRatio ?? 0) >= MAX_OF_IT;
        tell();
      },
      { threshold: [0, MAX_OF_IT] },
    );
    observer.observe(picture);
    document.addEventListener("visibilitychange", tell);
    const timer = setInterval(tell, EVERY_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tell);
      observer.disconnect();
      isInView = false;
      tell();
    };
  }, [view, conversationId, isLive]);
}
