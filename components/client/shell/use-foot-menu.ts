"use client";

import { useRegistry } from "@/components/ui/kit/commands";
import { useLayout } from "./layout-context";

const load = () => import("./foot-menu").then((module) => module.FootMenu);

/** Returns the loader and props of the foot menu, for the rail and for the foot. */
export function useFootMenu() {
  const { canSignOut } = useLayout();
  const registry = useRegistry();
  return { load, menu: { canSignOut, onShortcuts: () => registry.press("shortcuts") } };
}
