"use client";

import { type ReactNode, useState } from "react";
import { later } from "@/components/ui/later";
import { Column } from "./column";
import { useLayout } from "./layout-context";
import { Rail } from "./rail";
import { SkipLink } from "./skip-link";

const Drawer = later(() => import("./drawer").then((module) => module.Drawer));

/** The frame of the workspace: rail or column at the left, a drawer where there is no room for them. */
export function Shell({ children }: { children: ReactNode }) {
  const { isRail, isListOpen } = useLayout();
  const [isDrawerWanted, setIsDrawerWanted] = useState(false);
  if (isListOpen && !isDrawerWanted) setIsDrawerWanted(true);
  return (
    <div data-nav={isRail ? "rail" : "column"} className="group/shell flex h-dvh overflow-hidden bg-paper">
      <SkipLink />
      <Column />
      <Rail />
      {children}
      {isDrawerWanted && <Drawer />}
    </div>
  );
}
