import { useState } from "react";
import type { SurfaceChange } from "@/lib/shared/chat/surfaces/surface-change";

/**
 * What of a change lies over the component: until what it has made is drawn, and no longer where it came to nothing. A preview that
 * is drawn only then is still seen before it.
 */
export function useCover(change: SurfaceChange | undefined, bundle: string | undefined) {
  const [covered, setCovered] = useState<string>();
  const [last, setLast] = useState<{ change: SurfaceChange; bundle: string | undefined }>();
  if (change && (change !== last?.change || bundle !== last.bundle)) setLast({ change, bundle });
  if (!change && last && last.bundle === bundle) setLast(undefined);
  const isMade = !change && last !== undefined && last.bundle !== bundle;
  const seen = isMade ? last.change : change;
  return {
    ...{ seen, isMade },
    isCovered: covered !== undefined && covered === seen?.id,
    cover: (isShown: boolean) => setCovered(isShown ? seen?.id : undefined),
    uncover: () => {
      setCovered(undefined);
      setLast(undefined);
    },
  };
}
