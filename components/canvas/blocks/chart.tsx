"use client";

import { Suspense } from "react";
import { Coming } from "./coming";
import { lazyView } from "./lazy-view";
import type { BlockProps } from "./props";

export const ChartFigure = lazyView(() => import("./chart-figure").then((module) => module.ChartFigure));

export function ChartBlock({ block, ask }: BlockProps<"chart">) {
  return (
    <Suspense fallback={<Coming type="chart" />}>
      <ChartFigure block={block} name={ask.title ?? "Chart"} />
    </Suspense>
  );
}
