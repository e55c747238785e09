"use client";

import { type ReactNode, useDeferredValue } from "react";
import { useWidth } from "@/components/kit/use-width";
import { type DrawnChart, drawnAs } from "@/lib/shared/blocks/chart";
import { ChartHeat } from "./chart-heat";
import { described, isSign, shapeOf, summary } from "./chart-numbers";
import type { Picking } from "./chart-pick";
import { ChartPie } from "./chart-pie";
import { ChartPlot, heightOf } from "./chart-plot";
import { ChartScatter } from "./chart-scatter";

type ChartDrawingProps = { block: DrawnChart; hidden: ReadonlySet<number>; picking?: Picking };

/** The chart itself, as wide as its place. */
export function ChartDrawing({ block, hidden, picking }: ChartDrawingProps) {
  const { chartType, data, title, xLabel } = block;
  const [frame, measured] = useWidth<HTMLDivElement>();
  // What is measured is drawn in pieces, in between which the page goes on: a chart is the largest thing of most sheets.
  const width = useDeferredValue(measured);
  const text = {
    label: summary(chartType, data, title),
    description: described(block),
  };
  if (shapeOf(data).isEmpty)
    return (
      <p className="flex h-60 items-center justify-center text-ui text-ink-2">
        There are no numbers to draw, only gaps.
      </p>
    );
  return (
    <>
      <div
        ref={frame}
        style={{ minHeight: chartType === "heatmap" ? undefined : heightOf(measured) }}
        className="min-w-0 [&_svg]:rounded-[2px]"
      >
        {width > 0 && <OneChart block={block} width={width} hidden={hidden} picking={picking} {...text} />}
      </div>
      {xLabel && <p className="text-center text-meta text-ink-3">{xLabel}</p>}
    </>
  );
}

type OneChartProps = ChartDrawingProps & { width: number; label: string; description?: string };

/** The chart of one kind, without what stands around it. */
export function OneChart({ block, hidden, ...rest }: OneChartProps) {
  const { chartType, data, unit } = block;
  switch (chartType) {
    case "pie":
      return <ChartPie data={data} unit={unit} {...rest} />;
    case "heatmap":
      return <ChartHeat block={block} {...rest} />;
    case "scatter":
      return <ChartScatter block={block} hidden={hidden} {...rest} />;
    case "histogram":
      return <ChartPlot block={drawnAs(block)} kind="bar" hidden={hidden} {...rest} />;
    default:
      return <ChartPlot block={block} kind={chartType} hidden={hidden} {...rest} />;
  }
}

/** What the vertical axis counts. A pie has none: what every amount says need not be said above. */
export function scaleOf({ chartType, yLabel, unit }: DrawnChart): string {
  return [yLabel, chartType === "pie" && unit && isSign(unit) ? "" : unit].filter(Boolean).join(", ");
}

/** A pie has its own legend, and one series without a name needs none. */
export function isNamed({ chartType, data }: DrawnChart): boolean {
  return chartType !== "pie" && chartType !== "heatmap" && data.series.some(({ name }) => name !== "Value");
}

export function ChartFrame({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <figure className="flex flex-col gap-2">
      {title && <figcaption className="text-ui font-medium">{title}</figcaption>}
      {children}
    </figure>
  );
}
