"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { useBase, usePathname } from "@/components/ui/kit/agent-base";
import { inAgent } from "@/lib/shared/agents/agent-address";

/**
 * A place on a page, which is the address, so that it can be linked to and left by the back button; no page is loaded for
 * it. Both functions must stay the same.
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
