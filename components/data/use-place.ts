"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { hrefOf, type Place, placeOf } from "./place";

/** The place, which is the address, so that it can be linked to and left by the back button; no page is loaded for it. */
export function usePlace() {
  const path = usePathname();
  const query = useSearchParams();
  const place = useMemo((): Place => placeOf(path, query), [path, query]);
  const go = useCallback((to: Place, isReplacing = false) => {
    const change = isReplacing ? history.replaceState : history.pushState;
    change.call(history, null, "", hrefOf(to));
  }, []);
  return { place, go };
}
