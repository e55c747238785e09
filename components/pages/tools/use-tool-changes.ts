"use client";

import { usePageRefresh } from "@/components/client/changes";
import { historyOf, MCP, SETTINGS } from "@/components/client/events";

/** Refreshes the page when tools or their settings change. With `name`, ignores changes of other tools. */
export function useToolChanges(name?: string): void {
  usePageRefresh((change) => isAboutTools(change, name));
}

export function isAboutTools(change: string, name?: string): boolean {
  if (change === SETTINGS || change === MCP) return true;
  const item = historyOf(change);
  return item?.kind === "tool" && (name === undefined || item.name === name);
}
