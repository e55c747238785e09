"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { Coming } from "@/components/canvas/blocks/coming";
import { patiently } from "@/components/ui/patiently";
import { daysOf, type Measure, type UsageRow } from "./usage-figures";

// Charts are heavy and the figures stand below: the page does not wait for them.
const ChartFigure = dynamic(
  patiently(() => import("@/components/canvas/blocks/chart-figure").then((module) => module.ChartFigure)),
  { loading: () => <Coming type="chart" />, ssr: false },
);

type UsageChartProps = { rows: UsageRow[]; measure: Measure; today: string; days: number };

/** A bar a day, a colour a model. */
export function UsageChart({ rows, measure, today, days }: UsageChartProps) {
  const block = useMemo(
    () => ({
      type: "chart" as const,
      chartType: "bar" as const,
      data: daysOf(rows, measure, today, days),
      stacked: true,
      unit: measure === "cost" ? "$" : "tokens a day",
    }),
    [rows, measure, today, days],
  );
  return (
    <div className="min-h-70">
      <ChartFigure block={block} name="usage" />
    </div>
  );
}
