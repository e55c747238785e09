import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Frame } from "./frame";
import { framePool } from "./pool";

export type ElementRef = RefObject<HTMLElement | null>;

export function usePreviousFrame(place: ElementRef | undefined) {
  const previous = useRef<{ key: string; frame: Frame }>(undefined);
  const isLeaving = useRef(false);
  // Detects unmount. Declare it before the effect that shows the frame, because cleanups run in the order of
  // declaration.
  useLayoutEffect(() => {
    isLeaving.current = false;
    return () => {
      isLeaving.current = true;
    };
  }, []);
  return useMemo(
    () => ({
      /**
       * Shows a frame of the previous version. Returns false if that is not possible or the view is being unmounted.
       */
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
