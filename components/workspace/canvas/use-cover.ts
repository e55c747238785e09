import { useState } from "react";
import type { SurfaceChange } from "@/lib/shared/chat/surfaces/surface-change";

/**
 * Tracks the preview that covers a component while the agent changes it. The preview stays until the changed
 * component has rendered, and disappears if the change was not made. `isMade` is true while the change is
 * stored but not rendered.
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
