"use client";

import { useLayoutEffect, useRef } from "react";
import { moveInto, park } from "./moving-frames";
import { useBoard } from "./pins";

export function PinnedSlot({ pinKey }: { pinKey: string }) {
  const board = useBoard();
  const slot = useRef<HTMLDivElement>(null);
  // Use a layout effect: its cleanup runs while the slot is still in the document, and only then can iframes
  // move without reloading.
  useLayoutEffect(() => {
    if (!slot.current) return;
    const place = board.placeOf(pinKey);
    moveInto(slot.current, place);
    return () => park(place);
  }, [board, pinKey]);
  return <div ref={slot} />;
}
