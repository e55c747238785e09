"use client";

import { useRef } from "react";

/**
 * Marks where the next word will appear. Each render creates a new element, because browsers would count a moved
 * element as layout shift.
 */
export function Caret() {
  const times = useRef(0);
  times.current += 1;
  return <span key={times.current} className="caret" />;
}
