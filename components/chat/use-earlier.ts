"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Messages drawn at first, and with each look further back. */
const PAGE = 30;
/** So far above the window the next ones are drawn already. */
const AHEAD = "600px 0px 0px";

/** How many messages from the start are not drawn yet; fewer as the reader comes near `mark`, which stands above them. */
export function useEarlier(count: number) {
  const [hidden, setHidden] = useState(() => Math.max(0, count - PAGE));
  const mark = useRef<HTMLButtonElement>(null);
  const before = useRef<{ box: Element; top: number; height: number } | null>(null);

  const earlier = useCallback(() => {
    const box = mark.current?.closest("[data-scroller]");
    if (box) before.current = { box, top: box.scrollTop, height: box.scrollHeight };
    setHidden((now) => Math.max(0, now - PAGE));
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the drawing in which earlier messages came
  useLayoutEffect(() => {
    if (!before.current) return;
    const { box, top, height } = before.current;
    before.current = null;
    // Elsewhere the browser itself keeps what is being read in its place.
    const isUnanchored = top === 0 || !CSS.supports("overflow-anchor", "auto");
    if (isUnanchored) box.scrollTop = top + box.scrollHeight - height;
  }, [hidden]);

  useEffect(() => {
    if (hidden === 0 || !mark.current) return;
    const root = mark.current.closest("[data-scroller]");
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && earlier(), {
      root,
      rootMargin: AHEAD,
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [hidden, earlier]);

  return { hidden, mark, earlier };
}
