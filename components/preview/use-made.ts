import { type RefObject, useEffect, useRef, useState } from "react";
import { framePool } from "@/components/frame/pool";
import type { CodeSoFar } from "@/lib/shared/chat/code-so-far";
import { followPrefix } from "./follow-prefix";

/** What is written is mostly tried out by then; a preview would only hold that up, and take the frame that waits for it. */
const TRIAL_MS = 300;

type Options = {
  /** Where it is to be drawn: on a phone the canvas may be a tab away, where nothing can be. */
  place: RefObject<HTMLElement | null>;
  isOver: boolean;
  /** What is written so far, which says by another value that there is more. */
  written: unknown;
  /** Nothing more of it is to come. */
  isWritten: boolean;
  read: () => readonly CodeSoFar[];
};

/** What can be shown of code that is being written: the newest that compiles. */
export function useMade({ place, isOver, written, isWritten, read }: Options) {
  const [made, setMade] = useState<{ js: string; css: string }>();
  const latest = useRef(read);
  latest.current = read;
  const look = useRef<() => void>(undefined);
  const writtenAt = useRef<number>(undefined);
  if (isWritten) writtenAt.current ??= performance.now();
  useEffect(() => {
    // Where a component that hangs would take the page along, none runs that was not tried before.
    if (isOver || !framePool().isApart) return;
    const end = new AbortController();
    const isSeen = () => place.current?.checkVisibility() !== false;
    const isTried = () => performance.now() < (writtenAt.current ?? Number.NEGATIVE_INFINITY) + TRIAL_MS;
    const isWanted = () => isSeen() && !isTried();
    look.current = followPrefix(() => (isWanted() ? latest.current() : []), setMade, end.signal);
    return () => end.abort();
  }, [isOver, place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is more
  useEffect(() => look.current?.(), [written]);
  return made;
}
