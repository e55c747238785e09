import { useEffect, useSyncExternalStore } from "react";
import type { StoredEntry } from "@/components/client/surface-state";

/**
 * Returns the stored value of a block, which survives reloads; undefined if there is none or it is still
 * loading.
 */
export function useStored(stored: StoredEntry | undefined): unknown {
  useEffect(() => {
    void stored?.ready();
  }, [stored]);
  return useSyncExternalStore(stored?.subscribe ?? noChange, () => stored?.read(), nothing);
}

const noChange = () => () => {};
const nothing = () => undefined;
