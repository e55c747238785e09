"use client";

import { usePageRefresh } from "@/components/client/changes";
import { historyOf } from "@/components/client/events";

/** Refreshes the page when skills change. With `name`, ignores changes of other skills. */
export function useSkillChanges(name?: string): void {
  usePageRefresh((change) => {
    const item = historyOf(change);
    return item?.kind === "skill" && (name === undefined || item.name === name);
  });
}
