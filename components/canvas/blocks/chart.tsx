"use client";

import { Suspense } from "react";
import { Coming } from "./coming";
import { later } from "./later";
import type { BlockProps } from "./props";

const ChartFigure = later(() => import("./chart-figure").then((module) => module.ChartFigure));

export function ChartBlock({ block, ask }: BlockProps<"chart">) {
  return (
    <Suspense fallback={<Coming type="chart" />}>
      <ChartFigure block={block} name={ask.title ?? "Chart"} />
    </Suspense>
  );
}
