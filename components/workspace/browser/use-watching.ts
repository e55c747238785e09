"use client";

import { type RefObject, useEffect } from "react";
import { tellSeen } from "./api";

/** The server counts it for five seconds: whoever is cut off does not watch any more. */
const EVERY_MS = 2_000;
/** Of the picture. */
const MAX_OF_IT = 0.6;

/**
 * Tells the server while the person sees the live picture: most of it is on the screen, in a tab that they look at. What
 * they watch, the agent need not ask for.
 */
export function useWatching(view: RefObject<Element | null>, conversationId: string, isLive: boolean): void {
  useEffect(() => {
    const picture = view.current?.querySelector("canvas");
    if (!isLive || !conversationId || !picture) return;
    let isInView = false;
    let said = false;
    const tell = () => {
      const seen = isInView && document.visibilityState === "visible";
      // That it is not seen is said once.
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
