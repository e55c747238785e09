"use client";

import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import type { BrowserViewProps } from "./browser-view";

/** Loaded on demand, because few conversations use a browser. */
export const BrowserSurface = later<BrowserViewProps>(
  () => import("./browser-view").then((module) => module.BrowserView),
  () => (
    <div className="pt-3">
      <Skeleton className="aspect-[16/12] rounded-none" />
    </div>
  ),
);
