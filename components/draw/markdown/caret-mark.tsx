"use client";

import { useRef } from "react";

/** Where the next word will come. A new element each time: one that moves would count as a shift of the page. */
export function Caret() {
  const times = useRef(0);
  times.current += 1;
  return <span key={times.current} className="caret" />;
}
