import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { framePool } from "@/components/draw/frame/pool";
import type { CodeSoFar } from "@/lib/shared/chat/code-so-far";
import { followPrefix } from "./follow-prefix";

type Options = {
  /** Where it is to be drawn: on a phone the canvas may be a tab away, where nothing can be. */
  place: RefObject<HTMLElement | null>;
  isOver: boolean;
  /** What is written so far, which says by another value that there is more. */
  written: unknown;
  /** Nothing comes after that. */
  isLast: boolean;
  read: () => readonly CodeSoFar[];
};

/** What can be shown of code that is being written: the newest that compiles. */
export function useMade({ place, isOver, written, isLast, read }: Options) {
  const [made, setMade] = useState<{ js: string; css: string }>();
  const latest = useRef(read);
  latest.current = read;
  const look = useRef<ReturnType<typeof followPrefix>>(undefined);
  // Before the page is painted: what is asked for is on its way meanwhile.
  useLayoutEffect(() => {
    // Where a component that hangs would take the page along, none runs that was not tried before.
    if (isOver || !framePool().isApart) return;
    const end = new AbortController();
    const isSeen = () => place.current?.checkVisibility() !== false;
    look.current = followPrefix(() => (isSeen() ? latest.current() : []), setMade, end.signal);
    return () => end.abort();
  }, [isOver, place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is more
  useLayoutEffect(() => look.current?.(isLast), [written, isLast]);
  return made;
}
