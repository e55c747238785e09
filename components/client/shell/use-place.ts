"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { useBase, usePathname } from "@/components/ui/kit/agent-base";
import { inAgent } from "@/lib/shared/agents/agent-address";

/**
 * Keeps the place on a page in the URL without navigating, so that links and the back button work. Both
 * functions must be stable.
 */
export function usePlace<Place>(
  placeOf: (path: string, query: URLSearchParams) => Place,
  hrefOf: (place: Place) => string,
) {
  const base = useBase();
  const path = usePathname();
  const query = useSearchParams();
  const place = useMemo(() => placeOf(path, query), [path, query, placeOf]);
  const go = useCallback(
    (to: Place, isReplacing = false) => {
      const change = isReplacing ? history.replaceState : history.pushState;
      change.call(history, null, "", inAgent(base, hrefOf(to)));
    },
    [base, hrefOf],
  );
  return { place, go };
}
