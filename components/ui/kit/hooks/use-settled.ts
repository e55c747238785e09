"use client";

import { useEffect, useState } from "react";

/** Debounces a text by `pauseMs`. An empty text applies immediately. */
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
