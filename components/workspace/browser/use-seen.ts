"use client";

import { type RefObject, useEffect, useState } from "react";

/** If the tab is hidden for a shorter time, the browser view still counts as visible. */
const HIDDEN_MS = 10_000;

export function useSeen(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false);
  const [isVisible, setVisible] = useState(true);

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") setVisible(true);
      else timer = setTimeout(() => setVisible(false), HIDDEN_MS);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  return isInView && isVisible;
}
