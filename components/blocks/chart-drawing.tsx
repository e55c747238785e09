"use client";

import type { ReactNode } from "react";
import { useWidth } from "@/components/kit/use-width";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { described, isSign, shapeOf, summary } from "./chart-numbers";
import { ChartPie } from "./chart-pie";
import { ChartPlot, heightOf } from "./chart-plot";

type ChartDrawingProps = { block: DrawnChart; hidden: ReadonlySet<number> };

/** The chart itself, as wide as its place. */
export function ChartDrawing({ block, hidden }: ChartDrawingProps) {
  const { chartType, data, title, unit, xLabel } = block;
  const [frame, width] = useWidth<HTMLDivElement>();
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
      <div ref={frame} style={{ minHeight: heightOf(width) }} className="min-w-0 [&_svg]:rounded-[2px]">
        {width > 0 &&
          (chartType === "pie" ? (
            <ChartPie data={data} unit={unit} width={width} {...text} />
          ) : (
            <ChartPlot block={block} kind={chartType} width={width} hidden={hidden} {...text} />
          ))}
      </div>
      {xLabel && <p className="text-center text-meta text-ink-3">{xLabel}</p>}
    </>
  );
}

/** What the vertical axis counts. A pie has none: what every amount says need not be said above. */
export function scaleOf({ chartType, yLabel, unit }: DrawnChart): string {
  return [yLabel, chartType === "pie" && unit && isSign(unit) ? "" : unit].filter(Boolean).join(", ");
}

/** A pie has its own legend, and one series without a name needs none. */
export function isNamed({ chartType, data }: DrawnChart): boolean {
  return chartType !== "pie" && data.series.some(({ name }) => name !== "Value");
}

export function ChartFrame({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <figure className="flex flex-col gap-2">
      {title && <figcaption className="text-ui font-medium">{title}</figcaption>}
      {children}
    </figure>
  );
}
