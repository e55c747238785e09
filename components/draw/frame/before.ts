import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Frame } from "./frame";
import { framePool } from "./pool";

export type Place = RefObject<HTMLElement | null>;

export function useBefore(place: Place | undefined) {
  const held = useRef<{ key: string; frame: Frame }>(undefined);
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
