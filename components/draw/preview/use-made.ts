import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { framePool } from "@/components/draw/frame/pool";
import type { CodeSoFar } from "@/lib/shared/chat/code-so-far";
import { followPrefix } from "./follow-prefix";

type Options = {
  /** Element of the preview. In a hidden tab of a phone nothing can be drawn. */
  place: RefObject<HTMLElement | null>;
  isOver: boolean;
  written: unknown;
  isLast: boolean;
  read: () => readonly CodeSoFar[];
};

export function useMade({ place, isOver, written, isLast, read }: Options) {
  const [made, setMade] = useState<{ js: string; css: string }>();
  const latest = useRef(read);
  latest.current = read;
  const look = useRef<ReturnType<typeof followPrefix>>(undefined);
  // Before paint, so that the request starts earlier.
  useLayoutEffect(() => {
    // If frames share the page's process, untested code could hang the page.
    if (isOver || !framePool().isApart) return;
    const end = new AbortController();
    const isSeen = () => place.current?.checkVisibility() !== false;
    look.current = followPrefix(() => (isSeen() ? latest.current() : []), setMade, end.signal);
    return () => end.abort();
  }, [isOver, place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new input
  useLayoutEffect(() => look.current?.(isLast), [written, isLast]);
  return made;
}
