"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Closer to the end than this counts as reading along. */
const NEAR = 48;

/**
 * Keeps a reader who is at the end there while text grows, and leaves everybody else where they are. Until the first
 * effect has run the server's page stands at its end by itself (`isPlaced` is false: draw it bottom-up).
 */
export function useEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [isPlaced, setIsPlaced] = useState(false);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const follows = useRef(true);

  const toEnd = useCallback(() => {
    follows.current = true;
    setIsAtEnd(true);
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [scroller]);

  useLayoutEffect(() => setIsPlaced(true), []);
  useLayoutEffect(() => {
    if (isPlaced) toEnd();
  }, [isPlaced, toEnd]);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (!box || !inner || !isPlaced) return;
    let last = box.scrollTop;
    const onScroll = () => {
      const gap = box.scrollHeight - box.scrollTop - box.clientHeight;
      // Only a move upwards is the reader's: text that grows faster than it scrolls, or shrinks, is not.
      if (gap < 2) follows.current = true;
      else if (box.scrollTop < last - 1) follows.current = false;
      else if (gap < NEAR) follows.current = true;
      last = box.scrollTop;
      setIsAtEnd(follows.current);
    };
    const observer = new ResizeObserver(() => {
      if (follows.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, [scroller, content, isPlaced]);

  return { isPlaced, isAtEnd, toEnd };
}
