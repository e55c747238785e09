"use client";

import { useSyncExternalStore } from "react";

const NARROW = "(width < 768px)";

/** Whether what is drawn in is as narrow as a phone. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(
    watch,
    () => matchMedia(NARROW).matches,
    () => false,
  );
}

function watch(onChange: () => void) {
  const query = matchMedia(NARROW);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
