"use client";

import { useRegistry } from "@/components/ui/kit/commands";
import { useLayout } from "./layout-context";

const load = () => import("./foot-menu").then((module) => module.FootMenu);

/** What the menu at the foot needs, wherever it hangs. */
export function useFootMenu() {
  const { canSignOut } = useLayout();
  const registry = useRegistry();
  return { load, menu: { canSignOut, onShortcuts: () => registry.press("shortcuts") } };
}
