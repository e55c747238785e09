"use client";

import { useCallback, useState } from "react";

export function useStage() {
  const [beside, setBeside] = useState<string | null>(null);
  const [full, setFull] = useState<string | null>(null);
  /**
   * "front" while the user picks the active surface. An id while the user picks the surface to show beside
   * the surface with that id.
   */
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
