"use client";

import { usePageRefresh } from "@/components/client/changes";
import { componentOf, historyOf } from "@/components/client/events";

export function useLibraryChanges(name?: string): void {
  usePageRefresh((change) => {
    const changed = changedComponent(change);
    return changed !== undefined && (name === undefined || changed === name);
  });
}

/** Trusting a component creates no version but emits a history change. */
function changedComponent(change: string): string | undefined {
  const item = historyOf(change);
  return componentOf(change) ?? (item?.kind === "component" ? item.name : undefined);
}
