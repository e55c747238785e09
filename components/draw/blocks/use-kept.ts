import { useEffect, useSyncExternalStore } from "react";
import type { Kept } from "@/components/client/sheet-state";

/** What is kept of a block with its sheet, also after a reload. Undefined where nothing is, or nobody knows yet. */
export function useKept(kept: Kept | undefined): unknown {
  useEffect(() => {
    void kept?.ready();
  }, [kept]);
  return useSyncExternalStore(kept?.subscribe ?? noChange, () => kept?.read(), nothing);
}

const noChange = () => () => {};
const nothing = () => undefined;
