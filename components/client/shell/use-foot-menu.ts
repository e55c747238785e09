"use client";

import { useRegistry } from "@/components/ui/kit/commands";
import { useLayout } from "./layout-context";

const load = () => import("./foot-menu").then((module) => module.FootMenu);

export function useFootMenu() {
  const { canSignOut } = useLayout();
  const registry = useRegistry();
  return { load, menu: { canSignOut, onShortcuts: () => registry.press("shortcuts") } };
}
