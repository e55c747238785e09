import { useEffect, useSyncExternalStore } from "react";
import type { Kept } from "@/components/client/sheet-state";

/**
 * Returns the stored value of a block, which survives reloads; undefined if there is none or it is still
 * loading.
 */
export function useKept(kept: Kept | undefined): unknown {
  useEffect(() => {
    void kept?.ready();
  }, [kept]);
  return useSyncExternalStore(kept?.subscribe ?? noChange, () => kept?.read(), nothing);
}

const noChange = () => () => {};
const nothing = () => undefined;
