"use client";

import { lazy, Suspense } from "react";
import { Coming } from "./coming";
import type { BlockProps } from "./props";

const ChartFigure = lazy(() => import("./chart-figure").then((module) => ({ default: module.ChartFigure })));

export function ChartBlock({ block }: BlockProps<"chart">) {
  return (
    <Suspense fallback={<Coming type="chart" />}>
      <ChartFigure block={block} />
    </Suspense>
  );
}
