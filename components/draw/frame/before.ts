import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Frame } from "./frame";
import { framePool } from "./pool";

export type Place = RefObject<HTMLElement | null>;

/** The version before the one that is being drawn: it lies in `place` meanwhile, to be seen alone. */
export function useBefore(place: Place | undefined) {
  const held = useRef<{ key: string; frame: Frame }>(undefined);
  const isLeaving = useRef(false);
  // Declared before the effect of the frame, it ends before that, and only where all of it goes.
  useLayoutEffect(() => {
    isLeaving.current = false;
    return () => {
      isLeaving.current = true;
    };
  }, []);
  return useMemo(
    () => ({
      /** False where there is nothing of it to be seen, or nobody to see it. */
      lay(key: string, frame: Frame): boolean {
        const there = isLeaving.current ? null : place?.current;
        if (!there || !framePool().layOver(frame, there)) return false;
        held.current = { key, frame };
        return true;
      },
      drop(): void {
        if (held.current) framePool().keep(held.current.key, held.current.frame);
        held.current = undefined;
      },
    }),
    [place],
  );
}
