"use client";

import { useCallback, useState } from "react";

/** What the person has done with the table itself: a sheet put beside, one full screen, a choice that is open. */
export function useStage() {
  const [beside, setBeside] = useState<string | null>(null);
  const [full, setFull] = useState<string | null>(null);
  /** "front": which sheet to bring; an id: which sheet to put beside that one. */
  const [picking, setPicking] = useState<string | null>(null);
  return {
    beside,
    full,
    picking,
    putBeside: setBeside,
    putBack: useCallback(() => setBeside(null), []),
    fill: setFull,
    leaveFull: useCallback(() => setFull(null), []),
    pickFront: useCallback(() => setPicking("front"), []),
    pickBeside: setPicking,
    pickNone: useCallback(() => setPicking(null), []),
  };
}
