"use client";

import { useLayoutEffect, useRef } from "react";
import { moveInto, park } from "./moving-frames";
import { useBoard } from "./pins";

/** Where a sheet has what is pinned: not drawn here, but brought here as it is. */
export function PinnedSlot({ pinKey }: { pinKey: string }) {
  const board = useBoard();
  const slot = useRef<HTMLDivElement>(null);
  // A layout effect ends while the slot is still in the document, from where alone frames can be moved as they are.
  useLayoutEffect(() => {
    if (!slot.current) return;
    const place = board.placeOf(pinKey);
    moveInto(slot.current, place);
    return () => park(place);
  }, [board, pinKey]);
  return <div ref={slot} />;
}
