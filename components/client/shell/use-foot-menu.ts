"use client";

import { useRegistry } from "@/components/ui/kit/commands";
import { useLayout } from "./layout-context";

const load = () => import("./foot-menu").then((module) => module.FootMenu);

/** `onGo` is called when the user follows a link of the menu. */
export function useFootMenu(onGo?: () => void) {
  const { canSignOut } = useLayout();
  const registry = useRegistry();
  return { load, menu: { canSignOut, onGo, onShortcuts: () => registry.press("shortcuts") } };
}
