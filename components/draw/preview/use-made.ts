import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { framePool } from "@/components/draw/frame/pool";
import type { CodeSoFar } from "@/lib/shared/chat/code-so-far";
import { followPrefix } from "./follow-prefix";

type Options = {
  /**
   * Element of the preview. Nothing is requested while it is invisible, for example in a hidden tab of the phone
   * layout.
   */
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
  // A layout effect, so that the first request starts before the paint.
  useLayoutEffect(() => {
    // If frames share the page's process, untested code could make the page hang, so there is no preview.
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
