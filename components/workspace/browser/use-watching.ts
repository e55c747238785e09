"use client";

import { type RefObject, useEffect } from "react";
import { tellSeen } from "./api";

/**
 * Interval between reports. The server trusts each report for five seconds, so a lost connection ends
 * watching.
 */
const EVERY_MS = 2_000;
const MIN_VISIBLE_SHARE = 0.6;

/**
 * Tells the server while the user sees most of the live image in a visible tab. While the user watches, the
 * agent needs no approval to send data from the page.
 */
export function useWatching(view: RefObject<Element | null>, conversationId: string, isLive: boolean): void {
  useEffect(() => {
    const image = view.current?.querySelector("canvas");
    if (!isLive || !conversationId || !image) return;
    let isInView = false;
    let wasReported = false;
    const tell = () => {
      const seen = isInView && document.visibilityState === "visible";
      // Once the server knows that the image is not visible, do not report it again.
      if (seen || wasReported) void tellSeen(conversationId, seen).catch(() => {});
      wasReported = seen;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = (entries.at(-1)?.intersectionRatio ?? 0) >= MIN_VISIBLE_SHARE;
        tell();
      },
      { threshold: [0, MIN_VISIBLE_SHARE] },
    );
    observer.observe(image);
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
