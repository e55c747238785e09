import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Frame } from "./frame";
import { framePool } from "./pool";

export type ElementRef = RefObject<HTMLElement | null>;

export function usePreviousFrame(place: ElementRef | undefined) {
  const previous = useRef<{ key: string; frame: Frame }>(undefined);
  const isLeaving = useRef(false);
  // Declared before the effect of the frame, so that its cleanup runs first; it runs only on unmount.
  useLayoutEffect(() => {
    isLeaving.current = false;
    return () => {
      isLeaving.current = true;
    };
  }, []);
  return useMemo(
    () => ({
      /** Returns false if the frame cannot be shown or the view is being removed. */
      lay(key: string, frame: Frame): boolean {
        const there = isLeaving.current ? null : place?.current;
        if (!there || !framePool().layOver(frame, there)) return false;
        previous.current = { key, frame };
        return true;
      },
      drop(): void {
        if (previous.current) framePool().keep(previous.current.key, previous.current.frame);
        previous.current = undefined;
      },
    }),
    [place],
  );
}
