"use client";

import { usePageRefresh } from "@/components/client/changes";
import { componentOf, historyOf } from "@/components/client/events";

/** Reads the page again when components change, here or elsewhere; with `name`, only when that one does. */
export function useLibraryChanges(name?: string): void {
  usePageRefresh((change) => {
    const changed = changedComponent(change);
    return changed !== undefined && (name === undefined || changed === name);
  });
}

/** Trusting one makes no version, but is told as a change of its history. */
function changedComponent(change: string): string | undefined {
  const thing = historyOf(change);
  return componentOf(change) ?? (thing?.kind === "component" ? thing.name : undefined);
}
