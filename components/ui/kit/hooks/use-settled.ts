"use client";

import { useEffect, useState } from "react";

/** A value once it has stayed the same for so long; the empty text at once. */
export function useSettled(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value);
  if (value === "" && settled !== "") setSettled("");
  useEffect(() => {
    if (value === settled) return;
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, settled, pauseMs]);
  return settled;
}
