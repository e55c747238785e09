"use client";

import { useRef } from "react";

/**
 * Marks where the next word will appear. A new element each time, because a moving one would count as layout
 * shift.
 */
export function Caret() {
  const times = useRef(0);
  times.current += 1;
  return <span key={times.current} className="caret" />;
}
